/// The script of every page; each is whole without it.
///
/// Charts show the numbers of the frames under a pointer, or a slider that keys and fingers move;
/// two pictures lie one over the other. No timer anywhere: nothing moves by itself.
enum PageScript {
  static let text = charts + comparisons

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
}
