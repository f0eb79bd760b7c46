/// The script of every page; pages are complete without it.
///
/// Charts show the numbers of the frames under a pointer, or a slider that keys and fingers move;
/// two images are overlaid; long pages have a filter and keys; commands can be copied. It uses no
/// timer, so nothing moves by itself.
enum PageScript {
  static let text = charts + comparisons + navigation + commands

  private static let charts = """
    for (const group of document.querySelectorAll('.charts')) {
      const source = group.querySelector('script[type="application/json"]');
      if (!source) continue;
      const { rate, names, rows } = JSON.parse(source.textContent);
      const phases = ['input', 'step', 'draw', 'raster'], starts = [];
      let frames = 0;
      for (const row of rows) { starts.push(frames); frames += row[0]; }
      if (!frames) continue;
      const time = n => n < 1e3 ? n + ' ns' : n < 999500
        ? (n / 1e3).toPrecision(3) + ' µs' : n < 999.5e6 ? (n / 1e6).toPrecision(3) + ' ms'
        : (n / 1e9).toPrecision(3) + ' s';
      const words = index => {
        const row = rows[index], start = starts[index], last = start + row[0] - 1;
        const span = (last > start ? 'frames ' + start + ' to ' + last : 'frame ' + start)
          + ', ' + (start / rate).toFixed(2) + ' s';
        if (typeof row[1] === 'string') return [span, row[1]];
        const tail = row[1] ? [row[1] + ' allocations'] : [];
        if (row.length < 4) return [span, 'in the background', ...tail];
        const frame = start + row[2], parts = row.slice(3, 7);
        const counts = names.map((name, i) => [name, row[7 + 2 * i], row[8 + 2 * i]])
          .filter(count => count[1] !== undefined)
          .map(([name, low, high]) => name + ' ' + (low === high ? low : low + '–' + high));
        return ['frame ' + frame + ' at ' + (frame / rate).toFixed(2) + ' s: '
            + time(parts.reduce((a, b) => a + b, 0)),
          parts.map((n, i) => phases[i] + ' ' + time(n)).join(', '), ...counts, ...tail];
      };
      const probe = document.createElement('div'), slider = document.createElement('input');
      const reading = document.createElement('p');
      probe.className = 'probe'; reading.className = 'reading';
      slider.type = 'range'; slider.min = 0; slider.max = rows.length - 1; slider.value = 0;
      slider.setAttribute('aria-label', 'Frames whose values are read');
      reading.textContent = 'Point at a chart, or move the slider, to read its values.';
      probe.append(slider, reading);
      const plots = [...group.querySelectorAll('.plot')];
      const lines = plots.map(() => {
        const line = document.createElement('div');
        line.className = 'pointer';
        return line;
      });
      const show = index => {
        const text = words(index).join(' · ');
        slider.value = index;
        slider.setAttribute('aria-valuetext', text);
        reading.textContent = text;
        const share = (starts[index] + rows[index][0] / 2) / frames;
        plots.forEach((plot, i) => {
          lines[i].style.left = share * 100 + '%';
          plot.append(lines[i]);
        });
      };
      const tip = document.createElement('div');
      tip.className = 'tip';
      const point = event => {
        const plot = event.currentTarget, box = plot.getBoundingClientRect();
        const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 0.9999);
        const index = Math.max(starts.findLastIndex(start => start <= share * frames), 0);
        show(index);
        tip.replaceChildren(...words(index).map(text => {
          const line = document.createElement('div');
          line.textContent = text;
          return line;
        }));
        plot.append(tip);
        const room = box.width - tip.offsetWidth;
        tip.style.left = Math.max(-50, Math.min(share * box.width + 8, room)) + 'px';
      };
      for (const plot of plots) {
        plot.addEventListener('pointermove', point);
        plot.addEventListener('pointerdown', point);
        plot.addEventListener('pointerleave', () => tip.remove());
      }
      slider.addEventListener('input', () => show(Number(slider.value)));
      group.querySelector('figure').append(probe);
    }

    """

  private static let comparisons = """
    for (const view of document.querySelectorAll('.views')) {
      const range = view.querySelector('input[type=range]');
      if (!range) continue;
      const set = () => {
        view.style.setProperty('--at', range.value + '%');
        view.style.setProperty('--part', range.value / 100);
      };
      range.addEventListener('input', set);
      set();
      for (const tab of view.querySelectorAll('input[type=radio]'))
        tab.addEventListener('change', () => { view.className = 'views ' + tab.value; });
    }

    """

  /// A filter by text and outcome, and keys to go from one article to the next; only for pages with
  /// more than three articles.
  private static let navigation = """
    const articles = [...document.querySelectorAll('main > article[id]')];
    if (articles.length > 3) {
      const toneOf = article => ['failed', 'unsure']
        .find(tone => article.querySelector('.verdict.' + tone)) || 'passed';
      const rows = [...document.querySelectorAll('.overview tbody tr')].map(row =>
        [row, row.querySelector('a[href^="#"]')]).filter(pair => pair[1]);
      const bar = document.createElement('form');
      bar.className = 'filter'; bar.setAttribute('role', 'search');
      const labeled = (type, words, value) => {
        const label = document.createElement('label'), input = document.createElement('input');
        input.type = type;
        if (type === 'radio') { input.name = 'tone'; input.value = value; }
        label.append(...type === 'search' ? [words + ' ', input] : [input, ' ' + words]);
        return [label, input];
      };
      const [searchLabel, search] = labeled('search', 'Filter');
      const fieldset = document.createElement('fieldset');
      const legend = document.createElement('legend');
      legend.className = 'unseen'; legend.textContent = 'Outcome';
      fieldset.append(legend);
      const tones = [['all', ''], ['failed', 'failed'], ['not sure', 'unsure'],
        ['passed', 'passed']]
        .filter(([, tone]) => !tone || articles.some(article => toneOf(article) === tone))
        .map(([words, tone]) => {
          const [label, input] = labeled('radio', words, tone);
          fieldset.append(label);
          return input;
        });
      tones[0].checked = true;
      const [keysLabel, keys] = labeled('checkbox', 'Keys: / filter, j and k next and previous, '
        + 'o open or close');
      keys.checked = true;
      const count = document.createElement('p');
      count.className = 'count'; count.setAttribute('role', 'status');
      bar.append(searchLabel, fieldset, keysLabel, count);
      const header = document.querySelector('header.top');
      if (header) header.after(bar); else articles[0].before(bar);
      const apply = () => {
        const words = search.value.toLowerCase().split(/\\s+/).filter(word => word);
        const tone = tones.find(input => input.checked).value;
        const shown = new Set(articles.filter(article => {
          const text = (article.querySelector('summary, header') || article).textContent
            .toLowerCase();
          return (!tone || toneOf(article) === tone) && words.every(word => text.includes(word));
        }));
        for (const article of articles) article.hidden = !shown.has(article);
        for (const [row, link] of rows) {
          const target = document.getElementById(link.hash.slice(1));
          row.hidden = articles.includes(target) && !shown.has(target);
        }
        count.textContent = shown.size + ' of ' + articles.length;
      };
      bar.addEventListener('input', apply);
      bar.addEventListener('submit', event => event.preventDefault());
      apply();
      const place = article => {
        let target = article.querySelector('summary');
        if (!target) { target = article; article.tabIndex = -1; }
        return target;
      };
      const go = step => {
        const shown = articles.filter(article => !article.hidden);
        const at = shown.findIndex(article => article.contains(document.activeElement));
        const next = shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : at + step];
        if (!next) return;
        place(next).focus({ preventScroll: true });
        next.scrollIntoView({ block: 'start', behavior: 'instant' });
      };
      document.addEventListener('keydown', event => {
        if (event.key === 'Escape' && event.target === search) {
          search.value = ''; apply(); search.blur();
        }
        const isTyping = event.target.matches('input[type=search], select, textarea');
        if (!keys.checked || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === '/') { event.preventDefault(); search.focus(); }
        if (event.key === 'j') go(1);
        if (event.key === 'k') go(-1);
        if (event.key === 'o') {
          const details = document.activeElement.closest('article')?.querySelector('details');
          if (details) details.open = !details.open;
        }
      });
      // A link from the overview opens what it leads to.
      for (const [, link] of rows) link.addEventListener('click', () => {
        const details = document.getElementById(link.hash.slice(1))
          ?.querySelector(':scope > details');
        if (details) details.open = true;
      });
    }

    """

  /// A button that copies each command, or selects it if copying is not allowed.
  private static let commands = """
    for (const command of document.querySelectorAll('pre.command')) {
      const button = document.createElement('button'), box = document.createElement('div');
      button.type = 'button'; button.textContent = 'Copy';
      button.setAttribute('aria-label', 'Copy ' + command.textContent);
      box.className = 'copy';
      command.before(box);
      box.append(command, button);
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(command.textContent);
          button.textContent = 'Copied';
        } catch {
          getSelection().selectAllChildren(command);
          button.textContent = 'Selected';
        }
      });
    }

    """
}
