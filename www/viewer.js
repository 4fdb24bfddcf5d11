// @ts-check
// What a report of its own file does where scripts may run. scripts/viewer.mjs puts it into one classic script with the
// small module; nothing else can be loaded there. The markup is complete without it, and stays where something here fails.
// No line may hold an ampersand before a letter or a hash: one host decodes references in scripts, too.

/**
 * @typedef {{take(json: string): void, draw(history: number, width: number, dark: boolean): string}} Drawer
 * @typedef {{name: string, text: string, firstLine: number, cut: boolean}} Excerpt
 * @typedef {{line: number, column: number, endColumn: number}} Stretch
 */

/**
 * @param {() => Promise<Drawer>} load
 * @param {typeof import("./visible.js").visible} visible
 */
function clusterversionHistoryReport(load, visible) {
  const root = document.getElementById('cvh');
  const carried = document.getElementById('cvh-data');
  if (root === null || carried === null) return;
  const json = carried.textContent ?? '';
  /** @type {{report: unknown, inputs: Excerpt[]}} */
  const data = JSON.parse(json);
  /** @type {Drawer | undefined} */
  let drawer;
  let drawnWidth = 0;
  let onPaper = false;
  /** @type {Map<HTMLElement, number>} how far each timeline is zoomed in */
  const zooms = new Map();

  /**
   * @param {string} tag
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} children
   */
  const make = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  /**
   * @param {string} text
   * @param {() => void} press
   * @param {string} [label]
   */
  const button = (text, press, label = text) => {
    const made = make('button', { type: 'button', title: label }, text);
    // A sign needs a name; of words, a name would have to contain them.
    if (text.length === 1) made.setAttribute('aria-label', label);
    made.addEventListener('click', press);
    return made;
  };
  /** @param {string} selector */
  const all = (selector) => [...root.querySelectorAll(selector)];

  // ---- Colours: as the host has them, where it lets itself be asked; else the reader's where there is no host.

  const isDark = () => root.dataset.theme === 'dark';
  /** @returns {boolean | undefined} */
  function hostIsDark() {
    if (window.parent === window) return matchMedia('(prefers-color-scheme: dark)').matches;
    try {
      /** @type {Window} */
      let here = window;
      while (here.frameElement !== null) {
        /** @type {Element | null} */
        let behind = here.frameElement;
        here = here.parent;
        for (; behind !== null; behind = behind.parentElement) {
          const parts = getComputedStyle(behind).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
          const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
          if (parts.length > 2 && alpha > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
        }
      }
    } catch {
      // A host of another origin: it keeps what the file says.
    }
    return undefined;
  }
  /** @param {boolean} dark */
  function setDark(dark) {
    root?.setAttribute('data-theme', dark ? 'dark' : 'light');
    theme.textContent = dark ? 'Light' : 'Dark';
    drawAll();
  }
  const theme = button('Dark', () => setDark(!isDark()), 'Change colours');

  // ---- Times: as recorded, or where the reader is.

  const place = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
  /** @type {Map<Element, string>} */
  const recorded = new Map(all('time, caption').map((element) => [element, element.textContent ?? '']));
  let isLocal = false;
  function setZone() {
    isLocal = !isLocal;
    zone.textContent = isLocal ? 'UTC' : 'Local time';
    for (const [element, text] of recorded) {
      const time = Date.parse(element.getAttribute('datetime') ?? '');
      if (element.localName === 'caption') deepest(element).textContent = isLocal ? text.replace('UTC', place) : text;
      else if (!Number.isNaN(time)) element.textContent = isLocal ? local.format(time) : text;
    }
  }
  const zone = button('Local time', setZone, 'Change time zone of the lists');
  /** @param {Element} element @returns {Element} */
  const deepest = (element) => (element.firstElementChild === null ? element : deepest(element.firstElementChild));

  // ---- Timelines, drawn again at the width there is.

  /** As wide as a sheet of paper between its margins. */
  const PAPER = 700;
  /** How much higher than wide it may be there, as the style sheet has it. */
  const TALL = 215 / 186;

  /** @param {HTMLElement} figure */
  function draw(figure) {
    const zoom = onPaper ? 1 : (zooms.get(figure) ?? 1);
    const width = onPaper ? PAPER : figure.clientWidth;
    const old = figure.querySelector('svg');
    if (old === null || width === 0) return;
    const history = Number(figure.closest('[data-history]')?.getAttribute('data-history'));
    const drawAt = (/** @type {number} */ wide) => drawer?.draw(history, wide, isDark() && !onPaper);
    let drawn = drawAt(width * zoom);
    if (drawn === undefined) {
      old.style.width = zoom > 1 ? 100 * zoom + '%' : '';
      old.style.maxWidth = zoom > 1 ? 'none' : '';
      return;
    }
    // A long one is made smaller to be on one sheet, and wider, so that it keeps the sheet's width.
    const high = Number(/ height="([0-9.]+)"/.exec(drawn)?.[1]);
    if (onPaper && high > width * TALL) drawn = drawAt(high / TALL) ?? drawn;
    const parsed = new DOMParser().parseFromString(drawn, 'image/svg+xml').documentElement;
    if (parsed.localName === 'svg') old.replaceWith(document.importNode(parsed, true));
    pick(picked?.history, picked?.entry);
  }
  function drawAll() {
    drawnWidth = root?.clientWidth ?? 0;
    for (const figure of zooms.keys()) draw(figure);
  }
  /**
   * @param {HTMLElement} figure
   * @param {number} factor 0 for all of it
   */
  function zoomBy(figure, factor) {
    const old = zooms.get(figure) ?? 1;
    const zoom = factor === 0 ? 1 : Math.min(Math.max(old * factor, 1), Math.max(1, 4000 / Math.max(figure.clientWidth, 320)));
    const middle = (figure.scrollLeft + figure.clientWidth / 2) / old;
    zooms.set(figure, zoom);
    draw(figure);
    figure.scrollLeft = middle * zoom - figure.clientWidth / 2;
  }
  for (const figure of all('.timeline')) {
    if (!(figure instanceof HTMLElement)) continue;
    zooms.set(figure, 1);
    figure.setAttribute('tabindex', '0');
    figure.setAttribute('role', 'region');
    figure.setAttribute('aria-label', 'Timeline; plus and minus zoom');
    figure.addEventListener('keydown', (event) => {
      const factor = { '+': 1.5, '=': 1.5, '-': 1 / 1.5, 0: 0 }[event.key];
      if (factor === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      zoomBy(figure, factor);
    });
    figure.before(
      make(
        'div',
        { class: 'tools', role: 'group', 'aria-label': 'Zoom' },
        button('−', () => zoomBy(figure, 1 / 1.5), 'Zoom out'),
        button('+', () => zoomBy(figure, 1.5), 'Zoom in'),
        button('Fit', () => zoomBy(figure, 0), 'Show all of it'),
      ),
    );
  }

  // ---- Entries: finding, row and bar of one light up together.

  /** @type {{history: string, entry: string} | undefined} */
  let picked;
  /**
   * @param {string} [history]
   * @param {string} [entry]
   */
  function pick(history, entry) {
    for (const element of all('.picked')) element.classList.remove('picked');
    picked = history === undefined || entry === undefined ? undefined : { history, entry };
    if (picked === undefined) return;
    const within = `:is([data-history="${history}"],[data-after="${history}"])`;
    const parts = `:is(.finding[data-entry="${entry}"],tr[data-index="${entry}"],g.entry[data-entry="${entry}"])`;
    for (const element of all(`${within} ${parts}`)) element.classList.add('picked');
  }
  root.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const entry = event.target.closest('[data-entry], [data-index]');
    const history = entry?.closest('[data-history], [data-after]');
    if (entry && history) {
      const number = entry.getAttribute('data-entry') ?? entry.getAttribute('data-index');
      pick(history.getAttribute('data-history') ?? history.getAttribute('data-after') ?? '', number ?? '');
    }
    const spot = event.target.closest('[data-line]');
    if (spot !== null) {
      const number = (/** @type {string} */ name) => Number(spot.getAttribute(name) ?? 1);
      const stretch = { line: number('data-line'), column: number('data-column'), endColumn: number('data-end-column') };
      show(number('data-input'), stretch);
    }
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') pick();
  });

  // ---- Texts, and the lines that a place leads to.

  /** @type {(HTMLElement | undefined)[]} */
  const texts = [];
  /** @param {number} at */
  function textOf(at) {
    const known = texts[at];
    const input = data.inputs[at];
    if (known !== undefined || input === undefined) return known;
    const lines = input.text.split('\n').map((line, index) => {
      const number = String(input.firstLine + index);
      return make('div', { 'data-number': number }, make('span', {}, visible(line.replace(/\r$/, ''))));
    });
    const code = make('div', { class: 'code', tabindex: '0', role: 'region', 'aria-label': input.name }, ...lines);
    const note = input.cut ? ', the part around the history; the rest is not in this file' : '';
    const made = make('details', { class: 'source' }, make('summary', {}, visible(input.name) + note), code);
    texts[at] = made;
    panel.append(made);
    return made;
  }
  /**
   * @param {number} at
   * @param {Stretch} stretch
   */
  function show(at, { line, column, endColumn }) {
    const text = textOf(at);
    if (text === undefined) return;
    text.setAttribute('open', '');
    for (const old of panel.querySelectorAll('mark')) old.replaceWith(...old.childNodes);
    for (const old of panel.querySelectorAll('.at')) old.classList.remove('at');
    const found = text.querySelector(`[data-number="${line}"]`);
    const input = data.inputs[at];
    const whole = input?.text.split('\n')[line - input.firstLine]?.replace(/\r$/, '');
    if (!(found instanceof HTMLElement) || whole === undefined) return;
    found.classList.add('at');
    const marked = endColumn > column ? whole.slice(column - 1, endColumn - 1) : '';
    if (marked !== '') {
      const parts = [whole.slice(0, column - 1), make('mark', {}, visible(marked)), whole.slice(endColumn - 1)];
      found.firstElementChild?.replaceChildren(...parts.map((part) => (typeof part === 'string' ? visible(part) : part)));
    }
    const code = found.parentElement;
    if (code === null) return;
    code.scrollTop = found.offsetTop - code.clientHeight / 2;
    text.scrollIntoView({ block: 'nearest' });
  }
  const panel = make('div', { class: 'texts' });
  root.querySelector('.foot')?.before(panel);
  data.inputs.forEach((_, at) => textOf(at));
  for (const spot of all('span.place')) {
    const leads = make('button', { type: 'button' }, ...spot.childNodes);
    for (const { name, value } of spot.attributes) leads.setAttribute(name, value);
    spot.replaceWith(leads);
  }

  // ---- Begin.

  const tools = make('div', { class: 'tools', role: 'group', 'aria-label': 'Display' }, theme);
  if (!/^(UTC|Etc\/(UTC|GMT))$/.test(place)) tools.prepend(zone);
  root.prepend(tools);
  root.classList.add('live');
  const host = hostIsDark();
  if (host !== undefined) setDark(host);

  for (const [when, paper] of /** @type {const} */ ([['beforeprint', true], ['afterprint', false]])) {
    window.addEventListener(when, () => {
      onPaper = paper;
      drawAll();
    });
  }

  // Where it is hidden at first, it has no width yet.
  new ResizeObserver(() => {
    if (root.clientWidth > 0 && root.clientWidth !== drawnWidth) drawAll();
    // The lens measures its own wrapper.
    if (window.parent !== window && root.closest('#wrapper') === null) {
      window.parent.postMessage({ type: 'clusterversionHistory:height', height: root.offsetHeight }, '*');
    }
  }).observe(root);

  load().then(
    (loaded) => {
      loaded.take(JSON.stringify(data.report));
      drawer = loaded;
      root.classList.remove('still');
      drawAll();
      root.dataset.ready = 'wasm';
    },
    () => {
      // Most likely a policy without wasm: the drawing that is there stays, and can be magnified.
      root.dataset.ready = 'script';
    },
  );
}
