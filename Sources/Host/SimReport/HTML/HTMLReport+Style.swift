extension HTMLReport {
  /// The page's style: system fonts, one column, dark where the reader likes it dark.
  static let style = colors + layout + tables + counts + charts

  private static let colors = """
    :root{color-scheme:light dark;--page:#fbfbf9;--card:#fff;--ink:#1d2023;--soft:#656b72;
    --line:#e2e3df;--good:#1c7c4a;--bad:#c02f2f;--warn:#9a6700;--bad-ground:#fdf0ef;
    --slow:#27598f;--median:#8fb0d3;--other:#b4559b;--ground:#eeeeea;--warm:#b9bcc0;
    --p0:#8a929c;--p1:#4f7fb5;--p2:#d99a2b;--p3:#5aa791}
    @media (prefers-color-scheme:dark){:root{--page:#15171a;--card:#1d2024;--ink:#e7e8e6;
    --soft:#9aa1a9;--line:#31353a;--good:#5cc48d;--bad:#ff8079;--warn:#e0b04c;--bad-ground:#33201f;
    --slow:#86b7ee;--median:#3f648c;--other:#e08ac8;--ground:#262a2f;--warm:#565c64;
    --p0:#7a828c;--p1:#5f92cc;--p2:#d9a548;--p3:#5fb39b}}

    """

  private static let layout = """
    *{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--page);color:var(--ink);
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
    main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
    article+article,.overview+article,.scroll+article{margin-top:4rem;
    border-top:1px solid var(--line);padding-top:2rem}
    h1,h2{font-size:1.75rem;line-height:1.2;font-weight:650;letter-spacing:-.01em;margin:.2rem 0}
    h3{font-size:1.05rem;font-weight:650;margin:0 0 .6rem}p{margin:0}section{margin-top:2rem}
    a{color:inherit}code{font:.875em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
    color:var(--soft);overflow-wrap:anywhere}
    .verdict{display:inline-block;font-size:.8rem;font-weight:700;letter-spacing:.06em;
    padding:.15rem .6rem;border-radius:1rem;color:var(--page);background:var(--good)}
    .verdict.failed{background:var(--bad)}.verdict.not-exercised,
    .verdict.inconclusive{background:var(--warn)}
    .conditions{color:var(--soft);font-size:.92rem}
    .conditions span+span::before{content:"· ";}
    .failures{background:var(--bad-ground);border-left:4px solid var(--bad);border-radius:4px;
    padding:.9rem 1.1rem}.failures ul{list-style:none;margin:0;padding:0}
    .failures li+li{margin-top:.6rem}.failures li{overflow-wrap:anywhere}
    .failures code{display:block}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem}
    .tiles div{background:var(--card);border:1px solid var(--line);border-radius:8px;
    padding:.7rem .9rem}.label,.under{font-size:.82rem;color:var(--soft);line-height:1.35}
    .value{font-size:1.45rem;font-weight:650;line-height:1.35;font-variant-numeric:tabular-nums;
    overflow-wrap:anywhere}
    .tiles .failed{border-color:var(--bad);background:var(--bad-ground)}
    .tiles .failed .value{color:var(--bad)}
    .overview .failed{color:var(--bad);font-weight:650}
    .note{color:var(--soft);font-size:.92rem;margin-top:1.5rem}
    .sheet{margin:0;background:#181c25;border-radius:8px;overflow:hidden}
    .sheet img{display:block;width:100%;height:auto}
    .sheet.small{max-width:30rem}
    @media (max-width:34rem){.sheet:not(.small){overflow-x:auto}
    .sheet:not(.small) img{width:42rem;max-width:none}}
    footer{margin-top:3rem;color:var(--soft);font-size:.82rem}

    """

  private static let tables = """
    .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem;
    font-variant-numeric:tabular-nums}th,td{text-align:left;padding:.4rem .9rem .4rem 0;
    border-bottom:1px solid var(--line);vertical-align:top}thead th{color:var(--soft);
    font-weight:500;font-size:.82rem}tbody th{font-weight:500}td:last-child,th:last-child{
    padding-right:0}.n{text-align:right;white-space:nowrap}.mark{font-weight:700}
    .mark.passed{color:var(--good)}.mark.failed{color:var(--bad)}.mark.unmeasured{
    color:var(--warn)}.overview{margin-top:1rem}.checks td:nth-child(4){white-space:nowrap}
    .comparison p{color:var(--soft);margin-bottom:.6rem}
    .comparison tr.differs td:last-child{color:var(--bad);font-weight:650}
    .comparison tr.same td{color:var(--soft)}
    details{margin-top:2rem}summary{cursor:pointer;font-weight:650}
    .figures{margin-top:.6rem}.figures th{width:38%;color:var(--soft);font-weight:400}
    .figures td{overflow-wrap:anywhere}
    @media (max-width:34rem){.checks thead{display:none}
    .checks tr{display:grid;grid-template-columns:1.4rem 1fr auto;border-bottom:1px solid
    var(--line);padding:.45rem 0}.checks td{border:0;padding:0 .4rem 0 0}
    .comparison thead th:first-child,.comparison thead th:last-child{display:none}
    .comparison thead th:nth-child(2){text-align:left}
    .comparison tr{display:grid;grid-template-columns:1fr 1fr;
    border-bottom:1px solid var(--line);padding:.35rem 0;column-gap:1rem}
    .comparison th,.comparison td{border:0;padding:0}.comparison td:last-child{grid-row:1;
    grid-column:2}.comparison td:nth-child(2){text-align:left}
    .checks td:nth-child(2){font-weight:600}.checks td:nth-child(3){grid-column:2/4;grid-row:2;
    color:var(--soft)}.checks td:nth-child(4){grid-column:3;grid-row:1;text-align:right;padding:0;
    color:var(--soft)}.checks td:nth-child(5){grid-column:2/4;grid-row:3}}

    """

  /// Instructions, call sites, and what a gate compared.
  private static let counts = """
    .counts p{color:var(--soft);font-size:.92rem;margin-bottom:.4rem}
    .counts ul{margin:0;padding-left:1.2rem;font-size:.92rem}.numbers{max-width:30rem}
    .sites td:first-child{overflow-wrap:anywhere}.sites td:first-child code{color:inherit}
    .sites small{display:block;padding-left:1rem;color:var(--soft);font-family:ui-monospace,
    SFMono-Regular,Menlo,Consolas,monospace}
    .gate th:nth-child(n+3),.gate td:nth-child(n+3){padding-left:.6rem}
    .gate .n:not(thead .n){overflow-wrap:anywhere}
    pre{overflow-x:auto;font:.8rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    @media (max-width:34rem){.sites thead,.gate thead{display:none}
    .sites tr,.gate tr{display:grid;grid-template-columns:auto auto 1fr;column-gap:.8rem;
    border-bottom:1px solid var(--line);padding:.45rem 0}
    .sites td,.gate td{border:0;padding:0!important;text-align:left;white-space:normal}
    .sites td:first-child{grid-column:1/4}.sites .n{color:var(--soft)}
    .gate tr{grid-template-columns:1.4rem 1fr 1fr}.gate td:nth-child(2){grid-column:2/4;
    font-weight:600}.gate td:nth-child(3){grid-column:2}.gate .n{overflow-wrap:anywhere}
    .gate td:nth-child(3),.gate td:nth-child(5){grid-column-start:2}
    .gate td:nth-child(3)::after{content:" →";color:var(--soft)}
    .gate td:last-child{grid-column:2/4;color:var(--soft)}
    .gate .limit:not(:empty)::before{content:"counts above "}.gate .limit{color:var(--soft)}}

    """

  private static let charts = """
    .chart{margin:1.4rem 0 0}.chart figcaption{font-size:.9rem;margin-bottom:.35rem}
    .chart figcaption span{color:var(--soft)}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.15rem 0 0;padding:0;
    font-size:.82rem;color:var(--soft)}
    .legend li::before{content:"";display:inline-block;width:.9rem;height:.6rem;
    margin-right:.4rem;border-radius:2px;background:var(--key)}
    .plot,.strip,.axis{position:relative;margin-left:3.9rem}
    .plot{border-bottom:1px solid var(--line);border-left:1px solid var(--line)}
    .plot svg,.strip svg{display:block;width:100%;height:100%;overflow:hidden}
    .strip{height:7px;margin-top:6px}.y{position:absolute;right:100%;margin-right:.45rem;
    transform:translateY(50%);font-size:.74rem;line-height:1;color:var(--soft);white-space:nowrap}
    .strip .y{bottom:50%;font-size:.68rem}.axis{height:1.35rem;font-size:.74rem;color:var(--soft)}
    .axis span{position:absolute;top:.15rem;transform:translateX(-50%);white-space:nowrap}
    .axis span:first-child{transform:none}
    svg path{fill:none;stroke:none;vector-effect:non-scaling-stroke}
    svg .grid{stroke:var(--line);stroke-width:1}
    svg .warmup,svg .background{fill:var(--ground)}
    .ground{--key:var(--ground)}.slowest{--key:var(--slow)}.median{--key:var(--median)}
    .other{--key:var(--other)}
    .budget,.interval,.cap{--key:var(--soft)}.late,.allocated{--key:var(--warn)}
    .budget.failed,.late.failed,.allocated.failed{--key:var(--bad)}
    .phase-0{--key:var(--p0)}.phase-1{--key:var(--p1)}.phase-2{--key:var(--p2)}
    .phase-3{--key:var(--p3)}
    svg .slowest,svg .median,svg .other{stroke:var(--key);stroke-width:1.3}
    svg .budget,svg .interval,svg .cap{stroke:var(--key);stroke-width:1.3;stroke-dasharray:5 4}
    svg .interval{stroke-dasharray:1 4}svg .failed{stroke-width:1.6}
    .legend .failed{color:var(--bad)}.legend .interval::before{border-top-style:dotted!important}
    .legend .budget::before,.legend .interval::before,.legend .cap::before{height:0;
    background:none;vertical-align:.25rem;border-top:2px dashed var(--key);border-radius:0}
    .legend .late::before{width:.55rem;height:.55rem;border-radius:50%}
    svg .late{stroke:var(--key);stroke-width:6;stroke-linecap:round}
    svg [class^=phase]{fill:var(--key)}svg .warm{fill:var(--warm)}
    svg .allocated{fill:var(--key)}svg .population{fill:var(--p3)}
    svg .touched{fill:var(--p2)}svg .shaken{fill:var(--p1)}
    .pointer{position:absolute;top:0;bottom:0;width:1px;background:var(--soft);pointer-events:none}
    .tip{position:absolute;z-index:2;top:.3rem;padding:.35rem .55rem;border-radius:6px;
    background:var(--ink);color:var(--page);font-size:.78rem;line-height:1.4;white-space:nowrap;
    pointer-events:none}

    """

  /// Shows the numbers of the stretch under the pointer; the page is whole without it.
  static let script = """
    for (const charts of document.querySelectorAll('.charts')) {
      const data = charts.querySelector('script[type="application/json"]');
      if (!data) continue;
      const rows = JSON.parse(data.textContent), rate = Number(charts.dataset.rate);
      let frames = 0;
      for (const row of rows) {
        const count = row[0];
        row[0] = frames;
        if (row.length > 3) row[2] += frames;
        frames += count;
      }
      const names = ['input', 'step', 'draw', 'raster'];
      const time = n => n < 1e3 ? n + ' ns' : n < 999500
        ? (n / 1e3).toPrecision(3) + ' µs' : n < 999.5e6 ? (n / 1e6).toPrecision(3) + ' ms'
        : (n / 1e9).toPrecision(3) + ' s';
      for (const plot of charts.querySelectorAll('.plot')) {
        const line = document.createElement('div'), tip = document.createElement('div');
        line.className = 'pointer'; tip.className = 'tip';
        const hide = () => { line.remove(); tip.remove(); };
        plot.addEventListener('pointerleave', hide);
        plot.addEventListener('pointermove', event => {
          const box = plot.getBoundingClientRect();
          const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 0.9999);
          const frame = Math.floor(share * frames);
          const row = rows.findLast(row => row[0] <= frame);
          if (!row) return hide();
          const words = row.length > 3
            ? ['frame ' + row[2] + ' at ' + (row[2] / rate).toFixed(2) + ' s: '
                + time(row.slice(3).reduce((a, b) => a + b, 0)),
               row.slice(3).map((n, i) => names[i] + ' ' + time(n)).join(', ')]
            : ['frame ' + row[0] + ': in the background'];
          if (row[1]) words.push(row[1] + ' allocations');
          tip.replaceChildren();
          for (const word of words) {
            const part = document.createElement('div');
            part.textContent = word;
            tip.append(part);
          }
          line.style.left = share * 100 + '%';
          plot.append(line, tip);
          const room = box.width - tip.offsetWidth;
          tip.style.left = Math.max(-40, Math.min(share * box.width + 8, room)) + 'px';
        });
      }
    }

    """
}
