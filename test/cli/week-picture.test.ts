import assert from 'node:assert/strict'
import test from 'node:test'
import type { SalonDay, ScheduledVisit } from '@silla/core'
import { displayWidth } from '../../cli/src/format/display-width.ts'
import { weekPicture } from '../../cli/src/format/week-picture.ts'
import { dayOf } from '../support/salon-fixture.ts'

const visit = (
  start: number,
  end: number,
  state: ScheduledVisit['state'] = 'confirmed',
): ScheduledVisit => ({
  id: start * 60,
  code: '7K3M9QX2TB',
  state,
  startMinute: start * 60,
  endMinute: end * 60,
})

const span = (start: number, end: number) => ({ startMinute: start * 60, endMinute: end * 60 })

const hours = { opensMinute: 600, closesMinute: 1200, breakStartMinute: 840, breakEndMinute: 960 }

const monday: SalonDay = {
  day: dayOf('2030-03-04'),
  kind: 'open',
  usual: { weekday: 1, ...hours },
  closings: [{ day: dayOf('2030-03-04'), reason: {}, fromMinute: 1080, toMinute: 1200 }],
  open: [span(10, 14), span(16, 18)],
  team: [
    {
      id: 1,
      name: 'Ana',
      works: [span(10, 14), span(16, 18)],
      visits: [
        visit(10, 10.5),
        visit(10.5, 11),
        visit(12, 12.75, 'pending'),
        visit(18, 18.1, 'no_show'),
      ],
    },
    { id: 2, name: 'Maximiliana Fernández', works: [span(10, 12)], visits: [] },
    { id: 3, name: 'Eva', works: [], visits: [] },
  ],
}

const tuesday: SalonDay = {
  day: dayOf('2030-03-05'),
  kind: 'holiday',
  usual: { weekday: 2, ...hours },
  closings: [
    { day: dayOf('2030-03-05'), reason: { es: 'Fiesta' }, fromMinute: null, toMinute: null },
  ],
  open: [],
  team: [{ id: 1, name: 'Ana', works: [], visits: [] }],
}

const view = {
  columns: 80,
  language: 'es',
  timezone: 'Europe/Madrid',
  now: { day: dayOf('2030-03-01'), minute: 0 },
} as const

test('a week is drawn to the quarter of an hour: opening hours, closures, working times and separate bookings', () => {
  assert.equal(
    weekPicture([monday, tuesday], view),
    [
      'Mon 2030-03-04      10──11──12──13──14      16──17──18××19××20  4 bookings',
      '  Ana               █▌█▌····▒▒▌·····        ········░',
      '  Maximiliana Fern… ········',
      'Tue 2030-03-05      closed: Fiesta',
      '',
      '─ open   × closure   · free   █ confirmed   ▒ pending   ░ no-show',
      'time zone Europe/Madrid',
    ].join('\n'),
  )
})

test('the scale adapts to the terminal, and no line is wider than it', () => {
  const fair = {
    ...tuesday,
    closings: tuesday.closings.map((one) => ({ ...one, reason: { es: 'Feria '.repeat(40) } })),
  }
  for (let columns = 40; columns <= 200; columns++) {
    const lines = weekPicture([monday, fair], { ...view, columns }).split('\n')
    assert.ok(Math.max(...lines.map(displayWidth)) <= columns, `${columns} columns`)
  }
  const [narrow, ana] = weekPicture([monday], { ...view, columns: 40 }).split('\n')
  assert.equal(narrow, 'Mon 2030-03-04  10──12──14  16──18××20')
  assert.equal(ana, '  Ana           ▌▌··▒▌··    ····░')
  const [, wide] = weekPicture([monday], { ...view, columns: 200 }).split('\n')
  assert.match(
    wide ?? '',
    /^ {2}Ana {19}█████▌█████▌·{12}▒{8}▌/,
    'there is room for the whole of each name',
  )
})

test('today is marked, and while the salon is open the current time is too', () => {
  const now = { day: monday.day, minute: 11 * 60 + 20 }
  const [line] = weekPicture([monday], { ...view, now }).split('\n')
  assert.equal(line, 'Mon 2030-03-04◂     10───┃──12──13──14      16──17──18××19××20  4 bookings')
  const picture = weekPicture([monday], { ...view, now })
  assert.match(picture, /◂ today\s+┃ now/)
  const evening = weekPicture([monday], { ...view, now: { ...now, minute: 1300 } })
  assert.ok(!evening.includes('now'))
})

test('names of any script and width keep the timeline aligned', () => {
  const named = ['ليلى منصور', '田中さくら理容室の', '💈 Ana', 'E\u001B[2Jva\u0007'].map(
    (name, id) => ({
      id,
      name,
      works: [span(10, 11)],
      visits: [],
    }),
  )
  const [, ...lines] = weekPicture([{ ...monday, team: named }], view).split('\n')
  for (const line of lines.slice(0, named.length)) assert.equal(displayWidth(line), 20 + 4, line)
  assert.doesNotMatch(lines.join(''), /\p{Cc}/u)
  assert.ok(lines[0]?.includes('\u200Eليلى منصور\u200E'))
  assert.ok(lines[1]?.includes('田中さくら理容室…'))
})

test('a week without opening hours is one line per day', () => {
  const sunday: SalonDay = {
    day: dayOf('2030-03-10'),
    kind: 'closed',
    usual: {
      ...{ weekday: 7, opensMinute: null, closesMinute: null },
      ...{ breakStartMinute: null, breakEndMinute: null },
    },
    closings: [],
    open: [],
    team: [],
  }
  assert.equal(weekPicture([sunday], view), 'Sun 2030-03-10  closed')
})
