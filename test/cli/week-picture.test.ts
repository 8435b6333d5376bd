import assert from 'node:assert/strict'
import test from 'node:test'
import type { DayOfSalon, VisitOfDay } from '@silla/core'
import { weekPicture } from '../../cli/src/week-picture.ts'
import { dayOf } from '../support/salon-plan.ts'

const visit = (start: number, end: number, state: VisitOfDay['state'] = 'confirmed'): VisitOfDay => ({
  id: 1,
  code: '7K3M9QX2TB',
  state,
  startMinute: start * 60,
  endMinute: end * 60,
})

const span = (start: number, end: number) => ({ startMinute: start * 60, endMinute: end * 60 })

const hours = { opensMinute: 600, closesMinute: 1200, breakStartMinute: 840, breakEndMinute: 960 }

const monday: DayOfSalon = {
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
      visits: [visit(10, 10.5), visit(10.5, 11), visit(12, 12.75, 'pending'), visit(18, 18.1, 'no_show')],
    },
    { id: 2, name: 'Maximiliana Fernández', works: [span(10, 12)], visits: [] },
    { id: 3, name: 'Eva', works: [], visits: [] },
  ],
}

const tuesday: DayOfSalon = {
  day: dayOf('2030-03-05'),
  kind: 'holiday',
  usual: { weekday: 2, ...hours },
  closings: [{ day: dayOf('2030-03-05'), reason: { es: 'Fiesta' }, fromMinute: null, toMinute: null }],
  open: [],
  team: [{ id: 1, name: 'Ana', works: [], visits: [] }],
}

test('a week is drawn to the quarter of an hour: open time, closings, who works, each visit apart from the next', () => {
  assert.equal(
    weekPicture([monday, tuesday], 80, 'es'),
    [
      '                10  11  12  13  14  15  16  17  18  19',
      'Mon 2030-03-04  ────────────────        ────────××××××××',
      '  Ana           █▌█▌····▒▒▒·····        ········░',
      '  Maximiliana…  ········',
      'Tue 2030-03-05  closed: Fiesta',
      '',
      '─ open   × closing   · free   █ confirmed   ▒ pending   ░ no-show',
    ].join('\n'),
  )
})

test('where there is less room a cell is more time, and no line is wider than the terminal', () => {
  for (const columns of [40, 50, 60, 80, 120]) {
    const lines = weekPicture([monday, tuesday], columns, 'es').split('\n')
    assert.ok(Math.max(...lines.map((line) => line.length)) <= columns, `${columns} columns`)
  }
  const [axis, , ana] = weekPicture([monday], 40, 'es').split('\n')
  assert.equal(axis, '                10  12  14  16  18')
  assert.equal(ana, '  Ana           ██··▒▒··    ····░'.replace('██', '▌▌'))
})

test('a week on which nothing ever happens is a line a day', () => {
  const sunday: DayOfSalon = { day: dayOf('2030-03-10'), kind: 'closed', usual: null, closings: [], open: [], team: [] }
  assert.equal(weekPicture([sunday], 80, 'es'), 'Sun 2030-03-10  closed')
})
