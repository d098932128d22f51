// The lists beside the picture: objects with their speed, and events.

const g = (v, digits = 3) => (v === 0 ? '0' : String(+v.toPrecision(digits)));

// element makes an element with a class, text and children.
function element(tag, className, text, ...children) {
  const e = document.createElement(tag);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  e.append(...children);
  return e;
}

// swatch shows a colour, in stripes where others have the same one.
function swatch(color, stripes = 0) {
  const e = element('span', 'swatch');
  const [on, off] = [[1, 0], [4, 3], [2, 2], [1, 3]][stripes];
  e.style.background = stripes ? `repeating-linear-gradient(90deg, ${color} 0 ${on}px, #fff ${on}px ${on + off}px)` : color;
  return e;
}

// named is an element with the name of an object, whatever the direction of its letters.
function named(name) {
  const e = element('bdi', '', name);
  e.title = name;
  return e;
}

const kindOf = (o) => (o.vehicle ? 'vehicle' : o.sensor ? 'sensor' : o.driven ? 'driven body' : o.kind);

// ObjectList lists what moves, each with its speed; choose is called with the index of an object, or -1.
export class ObjectList {
  constructor(parent, run, colorOf, stripesOf, choose) {
    Object.assign(this, { rows: [], chosen: -1 });
    parent.append(element('h2', '', `${run.moving.length || 'Nothing'} moving`, element('small', '', run.moving.length > 0 ? 'click to follow' : '')));
    const list = element('div', 'rows');
    run.moving.forEach((object, i) => {
      const o = run.objects[object];
      const value = element('span', 'value');
      const more = element('span', 'more', [kindOf(o), o.mass ? `${g(o.mass, 4)} kg` : ''].filter(Boolean).join(', '));
      const row = element('button', 'row', undefined, swatch(colorOf(o.name), stripesOf(o.name)), element('span', 'name', undefined, named(o.name)), value, more);
      row.ariaPressed = 'false';
      row.addEventListener('click', () => choose(this.chosen === object ? -1 : object));
      this.rows.push({ object, row, value, i });
      list.append(row);
    });
    parent.append(list);
  }

  choose(object) {
    this.chosen = object;
    for (const r of this.rows) {
      r.row.classList.toggle('on', r.object === object);
      r.row.ariaPressed = String(r.object === object);
      if (r.object === object) r.row.scrollIntoView({ block: 'nearest' });
    }
  }

  // show writes the values of a quantity at a frame.
  show(values, frame, unit) {
    for (const r of this.rows) {
      const v = values[r.i][frame];
      r.value.textContent = Number.isFinite(v) ? `${v.toFixed(1)} ${unit}` : '–';
    }
  }
}

// EventList lists the events of the runs in order of time; go is called with an event that is chosen.
export class EventList {
  constructor(parent, runs, colorOf, go) {
    this.go = go;
    const all = runs.flatMap((run) => run.events.map((event) => ({ run, event }))).sort((a, b) => a.event.t - b.event.t);
    const counts = runs.map((run) => run.events.filter((event) => event.kind === 'impact').length);
    const impacts = counts.reduce((sum, n) => sum + n);
    const some = (n) => `${n === 0 ? 'No' : n} impact${n === 1 ? '' : 's'}`;
    const hidden = runs.reduce((sum, run) => sum + run.hidden_events, 0);
    const notes = [hidden ? `the ${hidden} weakest are left out` : '', runs.some((run) => run.problems.length > 0 || run.ended === 'the log is incomplete') ? 'of what can be read' : ''];
    const heading = element('h2', '', counts.length > 1 ? `${some(counts[0])} in A, ${counts[1]} in B` : some(impacts), element('small', '', notes.filter(Boolean).join('; ')));
    const list = element('div', 'rows');
    if (all.length > impacts) {
      const box = element('input');
      Object.assign(box, { type: 'checkbox', id: 'others', checked: true });
      box.addEventListener('change', () => list.classList.toggle('impacts', !box.checked));
      heading.append(element('label', '', undefined, box, `${all.length - impacts} other event${all.length - impacts === 1 ? '' : 's'}`));
    }
    parent.append(heading);
    this.rows = all.map(({ run, event }) => {
      const name = (i) => (i >= 0 ? run.objects[i].name : '');
      const colors = element('span', 'swatches', undefined, ...[event.a, event.b].filter((i) => i >= 0).map((i) => swatch(colorOf(name(i)))));
      const title = event.kind === 'impact' ? '' : `${event.kind}${event.detail ? ` ${event.detail}` : ''}: `;
      const row = element('button', 'row event', undefined, element('span', 't', `${event.t.toFixed(4)} s`), element('span', 'name', title), colors);
      [name(event.a), name(event.b)].filter(Boolean).forEach((n, k) => row.children[1].append(k ? ' – ' : '', named(n)));
      if (event.kind !== 'impact') row.classList.add('other');
      if (run.index) row.classList.add('second');
      const more = describe(event, run);
      if (more) row.append(element('span', 'more', more));
      row.addEventListener('click', () => go(run, event));
      list.append(row);
      return { run, row, event };
    });
    parent.append(list);
  }

  // step goes to the next impact after a time, or to the last one before it, by 1 or -1.
  step(t, by) {
    const impacts = this.rows.filter(({ event }) => event.kind === 'impact' && (by > 0 ? event.t > t + 1e-6 : event.t < t - 1e-6));
    const to = impacts.at(by > 0 ? 0 : -1);
    if (!to) return;
    this.go(to.run, to.event);
    to.row.scrollIntoView({ block: 'nearest' });
  }

  show(t) {
    for (const { row, event } of this.rows) {
      const now = event.points !== undefined && t >= event.t - 1e-6 && t < event.t + 0.25;
      if (now === row.classList.contains('now')) continue;
      row.classList.toggle('now', now);
      row.ariaCurrent = now ? 'time' : null;
    }
  }
}

// speed writes a speed in km/h as the report does, a small one with two digits that count.
const speed = (v) => (Math.abs(v) * 3.6 < 0.95 ? g(v * 3.6, 2) : (v * 3.6).toFixed(1));

function describe(e, run) {
  if (!e.points) return '';
  const parts = [`${g(Math.hypot(...e.impulse), 4)} N s`];
  if (e.kind === 'impact') parts.unshift(`closing at ${speed(e.closing)} km/h`);
  const changes = !e.dv ? [] : [e.a, e.b].map((i, k) => (i >= 0 && run.objects[i].kind !== 'static' ? speed(e.dv[k]) : '')).filter(Boolean);
  if (changes.length > 0) parts.push(`Δv ${changes.join(' and ')} km/h`);
  return parts.join(', ');
}
