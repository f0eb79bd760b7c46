/// The style of every page: system fonts, one column, dark where the reader likes it dark.
enum PageStyle {
  static let text =
    colors + layout + tables + narrowTables + charts + PlotStyle.text + SVGRenderer.style + plots
    + pictures + SequenceStyle.text
    + print

  private static let colors = """
    :root{color-scheme:light dark;\(PagePalette.variables(dark: false))}
    @media screen and (prefers-color-scheme:dark){:root{\(PagePalette.variables(dark: true))}}

    """

  private static let layout = """
    *{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--page);color:var(--ink);
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
    main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
    main>*+article{margin-top:3.5rem;border-top:1px solid var(--line);padding-top:2rem}
    article.folded+article.folded{margin-top:0}
    h1,h2,h3,h4{line-height:1.25;font-weight:650;overflow-wrap:anywhere}
    header h1,header h2,summary h2{font-size:1.75rem;letter-spacing:-.01em;margin:.2rem 0}
    section>h2,section>h3,section>h4{font-size:1.05rem;margin:0 0 .6rem}
    p{margin:0}section{margin-top:2rem}section>p,details>p{color:var(--soft);font-size:.92rem;
    margin-bottom:.4rem}ul{margin:0;padding-left:1.2rem;font-size:.92rem}
    a{color:inherit}code{font:.875em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
    color:var(--soft);overflow-wrap:anywhere}
    pre{overflow-x:auto;font:.8rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
    background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.7rem .9rem;
    margin:.6rem 0}
    :focus-visible{outline:2px solid var(--slow);outline-offset:2px;border-radius:2px}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
    white-space:nowrap}
    .verdict{display:inline-block;font-size:.8rem;font-weight:700;letter-spacing:.06em;
    padding:.15rem .6rem;border-radius:1rem;color:var(--page);background:var(--good)}
    .verdict.failed{background:var(--bad)}.verdict.unsure{background:var(--warn)}
    .verdict.machine{background:var(--machine)}
    .conditions{color:var(--soft);font-size:.92rem}
    .conditions span+span::before{content:"· "}
    .failures{background:var(--bad-ground);border-left:4px solid var(--bad);border-radius:4px;
    padding:.9rem 1.1rem}.failures ul{list-style:none;padding:0;font-size:1rem}
    .failures li+li{margin-top:.6rem}.failures li{overflow-wrap:anywhere}
    .failures code{display:block}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem}
    .tiles div{background:var(--card);border:1px solid var(--line);border-radius:8px;
    padding:.7rem .9rem}.tiles .label,.tiles .under{font-size:.82rem;color:var(--soft);
    line-height:1.35}.value{font-size:1.45rem;font-weight:650;line-height:1.35;
    font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
    .tiles .failed{border-color:var(--bad);background:var(--bad-ground)}
    .tiles .failed .value,b.failed{color:var(--bad)}
    .note{color:var(--soft);font-size:.92rem;margin-top:1.5rem}.note+pre{margin-top:.4rem}
    details{margin-top:2rem}details+details{margin-top:.8rem}.folded>details{margin-top:0}
    summary{cursor:pointer;font-weight:650}.folded>details>summary{font-weight:400}
    summary h2{display:inline;font-size:1.2rem;margin:0 .4rem}summary .conditions{display:inline}
    .thumbnail{display:block;max-width:15rem;margin:.5rem 0 0 1rem;border-radius:4px;
    overflow:hidden;background:#181c25}.thumbnail img{display:block;width:100%}
    details[open]>summary .thumbnail{max-width:none;margin-left:0}
    .copy{position:relative}.copy pre{padding-right:5.5rem}.copy button{position:absolute;
    top:.4rem;right:.4rem}
    button{font:inherit;font-size:.82rem;min-height:1.75rem;padding:.1rem .7rem;border-radius:6px;
    border:1px solid var(--soft);background:var(--page);color:var(--ink);cursor:pointer}
    .filter{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;align-items:center;margin-top:1rem;
    font-size:.9rem;color:var(--soft)}.filter fieldset{border:0;margin:0;padding:0;display:flex;
    flex-wrap:wrap;gap:.2rem 1rem}.filter input[type=search]{font:inherit;color:var(--ink);
    background:var(--card);border:1px solid var(--soft);border-radius:6px;padding:.2rem .5rem;
    width:14rem;max-width:60vw}.filter input{accent-color:var(--slow)}
    .filter label{min-height:1.6rem}[hidden]{display:none!important}
    footer{margin-top:3rem;color:var(--soft);font-size:.82rem}

    """

  private static let tables = """
    .scroll{overflow-x:auto;margin-top:.4rem}table{border-collapse:collapse;width:100%;
    font-size:.9rem;font-variant-numeric:tabular-nums}th,td{text-align:left;
    padding:.4rem .9rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
    thead th{color:var(--soft);font-weight:500;font-size:.82rem}tbody th{font-weight:500}
    td:last-child,th:last-child{padding-right:0}.n{text-align:right;white-space:nowrap}
    .symbol{font-weight:700}.symbol.passed{color:var(--good)}.symbol.failed{color:var(--bad)}
    .symbol.unsure{color:var(--warn)}.symbol.machine{color:var(--machine)}
    td.failed{color:var(--bad);font-weight:650}
    .overview{margin-top:1rem}.overview td:nth-child(2){overflow-wrap:anywhere;
    min-width:8rem}
    .checks td:nth-child(4){white-space:nowrap}
    .comparison tr.differs td:last-child{color:var(--bad);font-weight:650}
    .comparison tr.same td{color:var(--soft)}.numbers{max-width:30rem}
    .sentences td{white-space:nowrap}.sentences td:last-child{white-space:normal;min-width:12rem}
    .figures{margin-top:.6rem}.figures th{width:30%;color:var(--soft);font-weight:400}
    .figures td{overflow-wrap:anywhere;white-space:pre-wrap}
    .sites td:first-child{overflow-wrap:anywhere}.sites td:first-child code{color:inherit}
    .sites small{display:block;padding-left:1rem;color:var(--soft);font-family:ui-monospace,
    SFMono-Regular,Menlo,Consolas,monospace}
    .gate th:nth-child(n+3),.gate td:nth-child(n+3){padding-left:.6rem}
    .gate td:nth-child(2){min-width:9rem}.gate td:nth-child(5){white-space:normal;min-width:5rem}

    """

  /// Tables as cards where there is no room for columns.
  private static let narrowTables = """
    @media screen and (max-width:34rem){
    .overview thead,.checks thead,.sites thead,.gate thead{display:none}
    .overview tr,.checks tr,.comparison tr,.sites tr,.gate tr{display:grid;
    border-bottom:1px solid var(--line);padding:.45rem 0;column-gap:.6rem}
    .overview td,.checks td,.comparison th,.comparison td,.sites td,.gate td{border:0;
    padding:0!important;text-align:left;white-space:normal}
    .overview tr{grid-template-columns:1rem 1fr}.overview td{grid-column:2}
    .overview td:first-child{grid-column:1;grid-row:1}.overview td:nth-child(2){font-weight:600}
    .overview td:nth-child(n+3):empty{display:none}
    .overview td:nth-child(n+3)::before{content:attr(data-label) ": ";color:var(--soft)}
    .checks tr{grid-template-columns:1rem 1fr auto}.checks td:nth-child(2){font-weight:600}
    .checks td:nth-child(3){grid-column:2/4;grid-row:2;color:var(--soft)}
    .checks td:nth-child(4){grid-column:3;grid-row:1;text-align:right;color:var(--soft)}
    .checks td:nth-child(5){grid-column:2/4;grid-row:3}
    .comparison thead th:first-child,.comparison thead th:last-child{display:none}
    .comparison tr{grid-template-columns:1fr 1fr;column-gap:1rem}
    .comparison td:last-child{grid-row:1;grid-column:2}
    .sites tr{grid-template-columns:auto auto 1fr;column-gap:.8rem}
    .sites td:first-child{grid-column:1/4}.sites .n{color:var(--soft)}
    .gate td.n{overflow-wrap:anywhere}
    .gate tr{grid-template-columns:1rem 1fr 1fr}.gate td:nth-child(2){grid-column:2/4;
    font-weight:600}.gate td:nth-child(3),.gate td:nth-child(5){grid-column-start:2}
    .gate td:nth-child(3):not(:empty)::after{content:" →";color:var(--soft)}
    .gate td:last-child{grid-column:2/4;color:var(--soft)}
    .gate .limit{color:var(--soft)}.gate .limit:not(:empty)::before{content:"counts above "}
    .figures th{width:34%}}

    """

  private static let plots = """
    .plots{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin:1rem 0}
    .plots .scroll{max-width:100%;margin:0}.panel{display:block}

    """

  private static let charts = """
    .chart{margin:1.6rem 0 0}.chart figcaption{font-size:.9rem;margin-bottom:.4rem}
    .chart figcaption span{color:var(--soft)}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.15rem 0 0;padding:0;
    font-size:.82rem;color:var(--soft)}
    .legend li::before{content:"";display:inline-block;width:.9rem;height:.6rem;
    margin-right:.4rem;border-radius:2px;background:var(--key)}
    .legend .failed{color:var(--bad)}.legend .interval::before{border-top-style:dotted!important}
    .legend .budget::before,.legend .interval::before,.legend .cap::before,
    .legend .level::before,.legend .limit::before{height:0;background:none;
    vertical-align:.25rem;border-top:2px dashed var(--key);border-radius:0}
    .legend .warmup::before,.legend .background::before{box-shadow:inset 0 0 0 1px var(--soft)}
    .legend .late::before{width:.55rem;height:.55rem;border-radius:50%}
    .plot,.strip,.axis,.probe{position:relative;margin-left:3.9rem}
    .plot{border-bottom:1px solid var(--soft);border-left:1px solid var(--soft);
    touch-action:pan-y}.plot svg,.strip svg{display:block;width:100%;height:100%;overflow:hidden;
    pointer-events:none}
    .strip{height:8px;
    margin-top:7px}.plot+.strip{margin-top:12px}.plot i,.strip i{position:absolute;
    font-style:normal;right:100%;margin-right:.45rem;
    transform:translateY(50%);font-size:.75rem;line-height:1;color:var(--soft);white-space:nowrap}
    .strip i{bottom:50%}.axis{height:1.35rem;font-size:.75rem;color:var(--soft)}
    .axis span{position:absolute;top:.15rem;transform:translateX(-50%);white-space:nowrap}
    .axis span:first-child{transform:none}
    .probe input{display:block;width:100%;margin:.35rem 0 0;accent-color:var(--slow)}
    .reading{font-size:.82rem;line-height:1.4;color:var(--soft);min-height:2.8em;
    font-variant-numeric:tabular-nums}
    .pointer{position:absolute;top:0;bottom:0;width:1px;background:var(--ink);
    pointer-events:none}
    .tip{position:absolute;z-index:2;top:.3rem;padding:.35rem .55rem;border-radius:6px;
    background:var(--ink);color:var(--page);font-size:.78rem;line-height:1.4;max-width:26rem;
    width:max-content;pointer-events:none}

    """

  private static let pictures = """
    .sheet{margin:0;background:#181c25;border-radius:8px;overflow:hidden}
    .sheet img{display:block;width:100%;height:auto}.sheet.small{max-width:30rem}
    .sheet .scroll{margin:0}@media screen and (max-width:34rem){
    .sheet .scroll img{width:42rem;max-width:none}}
    .views{margin:1.6rem 0 0}.views figcaption{display:flex;gap:.4rem 1rem;flex-wrap:wrap;
    align-items:center;font-size:.9rem}.tabs{border:0;margin:0;padding:0;display:flex;
    flex-wrap:wrap;gap:.2rem .9rem}.tabs label{white-space:nowrap}
    .views input{accent-color:var(--slow)}
    .stage{position:relative;display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.6rem}
    .stage div{flex:1 1 9rem;max-width:26rem;min-width:0}
    .stage p{margin:0 0 .25rem;color:var(--soft);font-size:.82rem}
    .stage img{width:100%;display:block;border-radius:4px}
    .mask,.flip,.views input[type=range]{display:none}
    .slider input[type=range],.onion input[type=range]{display:block;width:100%;max-width:26rem}
    .slider .stage,.onion .stage{display:block;max-width:26rem}
    .slider .stage p,.onion .stage p{visibility:hidden}
    .slider .other,.onion .other{position:absolute;inset:0 0 auto 0;max-width:none}
    .slider .other{clip-path:inset(0 0 0 var(--at,50%))}.onion .other{opacity:var(--part,.5)}
    .changes .one,.changes .other,.heat .one,.heat .other{display:none}
    .changes .mask,.heat .flip{display:block}
    .heat-key{display:flex;align-items:center;gap:.5rem;margin-top:.35rem!important}
    .heat-key .bar{flex:1;min-width:3rem;height:.7rem;border-radius:2px;
    border:1px solid var(--soft)}

    """

  private static let print = """
    @page{margin:15mm}@media print{main{max-width:none;padding:0}body{font-size:10pt;
    background:none}
    *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
    h1,h2,h3,h4,figcaption,summary,article>header,section>p,thead{break-after:avoid}
    .tiles div,.failures li,tr,li,.chart,.sheet,.stage,header{break-inside:avoid}
    thead{display:table-header-group}.scroll,pre{overflow:visible}
    pre{white-space:pre-wrap;overflow-wrap:anywhere}
    td,tbody th{overflow-wrap:break-word}
    .filter,.copy button,.probe,.tabs,.pointer,.tip,.views input{display:none!important}
    .mask,.flip{display:block!important}.sheet img{max-height:22cm;object-fit:contain}
    main>*+article{margin-top:2rem;padding-top:1rem}
    details::details-content{
    content-visibility:visible;block-size:auto}a{text-decoration:none}}

    """
}

/// The colors of lines and areas by their class, for pages and pictures of charts alike.
enum PlotStyle {
  static let text = """
    svg path{fill:none;stroke:none;vector-effect:non-scaling-stroke}
    svg .grid{stroke:var(--line);stroke-width:1}
    svg .warmup,svg .background{fill:var(--ground);stroke:var(--line)}
    .warmup,.background{--key:var(--ground)}.slowest,.cells,.line{--key:var(--slow)}
    .median{--key:var(--median)}
    .other{--key:var(--other)}.budget,.interval,.cap,.level{--key:var(--soft)}
    .late,.allocated{--key:var(--warn)}.budget.failed,.late.failed,.allocated.failed,
    .limit,.worse{--key:var(--bad)}.better,.best{--key:var(--good)}.spread{--key:var(--warn)}
    .range{--key:var(--line)}svg .range{fill:var(--key)}
    .phase-0{--key:var(--p0)}.phase-1{--key:var(--p1)}.phase-2,.fields{--key:var(--p2)}
    .phase-3,.count{--key:var(--p3)}.warm{--key:var(--warm)}
    svg .slowest,svg .median,svg .other,svg .cells,svg .fields,svg .line{stroke:var(--key);
    stroke-width:1.4}
    svg .budget,svg .interval,svg .cap,svg .limit,svg .level{stroke:var(--key);stroke-width:1.4;
    stroke-dasharray:5 4}svg .worse,svg .better,svg .spread{stroke:var(--key);stroke-width:1.4}
    svg .interval{stroke-dasharray:1 4}svg .failed{stroke-width:1.6}
    svg .late{stroke:var(--key);stroke-width:6;stroke-linecap:round}
    svg [class^=phase]{fill:var(--key)}svg .warm{fill:var(--warm)}
    svg .allocated{fill:var(--key)}svg .population{fill:var(--p3)}
    svg .touched{fill:var(--p2)}svg .shaken{fill:var(--p1)}
    .dot{--key:var(--slow)}svg .dot,svg .best{stroke:var(--key);stroke-width:5;
    stroke-linecap:round}svg .best{stroke-width:10}

    """
}
