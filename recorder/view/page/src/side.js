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

function swatch(color) {
  const e = element('span', 'swatch');
  e.style.background = color;
  return e;
}

const kindOf = (o) => (o.vehicle ? 'vehicle' : o.sensor ? 'sensor' : o.driven ? 'driven body' : o.kind);

// ObjectList lists what moves, each with its speed; choose is called with the index of an object, or -1.
export class ObjectList {
  constructor(parent, run, other, colorOf, choose) {
    Object.assign(this, { run, other, rows: [], chosen: -1 });
    parent.append(element('h2', '', `${run.moving.length} moving`, element('small', '', 'click to follow')));
    const list = element('div', 'rows');
    run.moving.forEach((object, i) => {
      const o = run.objects[object];
      const value = element('span', 'value');
      const more = element('span', 'more', [kindOf(o), o.mass ? `${g(o.mass, 4)} kg` : ''].filter(Boolean).join(', '));
      const row = element('button', 'row', undefined, swatch(colorOf(o.name)), element('span', 'name', o.name), value, more);
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
      if (r.object === object) r.row.scrollIntoView({ block: 'nearest' });
    }
  }

  // show writes the values of a quantity at a frame.
  show(values, frame, unit) {
    for (const r of this.rows) r.value.textContent = `${values[r.i][frame]?.toFixed(1) ?? ''} ${unit}`;
  }
}

// EventList lists the events of the runs in order of time; go is called with an event that is clicked.
export class EventList {
  constructor(parent, runs, colorOf, go) {
    const all = runs.flatMap((run) => run.events.map((event) => ({ run, event }))).sort((a, b) => a.event.t - b.event.t);
    const impacts = all.filter(({ event }) => event.kind === 'impact').length;
    const hidden = runs.reduce((sum, run) => sum + run.hidden_events, 0);
    const notes = [all.length > impacts ? `${all.length - impacts} other events` : '', hidden ? `the ${hidden} weakest are left out` : ''];
    parent.append(element('h2', '', `${impacts} impact${impacts === 1 ? '' : 's'}`, element('small', '', notes.filter(Boolean).join('; '))));
    const list = element('div', 'rows');
    this.rows = all.map(({ run, event }) => {
      const name = (i) => (i >= 0 ? run.objects[i].name : '');
      const colors = element('span', 'swatches', undefined, ...[event.a, event.b].filter((i) => i >= 0).map((i) => swatch(colorOf(name(i)))));
      const title = event.kind === 'impact' ? '' : `${event.kind}${event.detail ? ` ${event.detail}` : ''}: `;
      const row = element('button', 'row event', undefined, element('span', 't', `${event.t.toFixed(4)} s`), element('span', 'name', title + [name(event.a), name(event.b)].filter(Boolean).join(' – ')), colors);
      if (event.kind !== 'impact') row.classList.add('other');
      if (run.index) row.classList.add('second');
      const more = describe(event, run);
      if (more) row.append(element('span', 'more', more));
      row.addEventListener('click', () => go(run, event));
      list.append(row);
      return { row, event };
    });
    parent.append(list);
  }

  show(t) {
    for (const { row, event } of this.rows) row.classList.toggle('now', event.points !== undefined && t >= event.t - 1e-6 && t < event.t + 0.25);
  }
}

function describe(e, run) {
  if (!e.points) return '';
  const size = Math.hypot(...e.impulse);
  const parts = [`${g(size)} N s`];
  if (e.kind === 'impact') parts.unshift(`closing at ${g(e.closing * 3.6)} km/h`);
  const changes = !e.dv ? [] : [e.a, e.b].map((i, k) => (i >= 0 && run.objects[i].kind !== 'static' ? `${g(e.dv[k] * 3.6)}` : '')).filter(Boolean);
  if (changes.length > 0) parts.push(`Δv ${changes.join(' and ')} km/h`);
  return parts.join(', ');
}
