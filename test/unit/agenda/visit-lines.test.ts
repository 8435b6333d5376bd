import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bookedLines,
  isAsBooked,
  type Line,
  reapplied,
} from '../../../packages/agenda/src/dialogs/visit-lines.ts'

type Booking = Parameters<typeof bookedLines>[0]

/** `Corte Ana`: a service, and who does it. */
const visit = (...services: string[]) =>
  ({
    servicios: services.map((text) => {
      const [nombre = '', who = ''] = text.split(' ')
      return { id: idOf(nombre), nombre, profesional: { id: idOf(who), nombre: who } }
    }),
  }) as unknown as Booking

const idOf = (name: string) => [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)

const names = new Map(['Ana', 'Bea', 'Cruz'].map((name) => [idOf(name), name]))
const shown = (lines: readonly Line[]) =>
  lines.map(({ name, professionalId, price }) =>
    `${name} ${names.get(professionalId) ?? 'anyone'} ${price}`.trim(),
  )

const edited = (lines: Line[], service: string, change: Partial<Line>) =>
  lines.map((line) => (line.name === service ? { ...line, ...change } : line))

const before = visit('Corte Ana', 'Barba Ana')

test('D54: what was chosen and typed for a service stays, on top of what somebody else has changed', () => {
  const mine = edited(bookedLines(before), 'Corte', { price: '12', reason: 'Amiga' })
  const after = visit('Corte Bea', 'Barba Bea', 'Tinte Bea')
  const result = reapplied(mine, before, after)
  assert.deepEqual(shown(result), ['Corte Bea 12', 'Barba Bea', 'Tinte Bea'])
  assert.equal(result[0]?.reason, 'Amiga')
  assert.equal(result[0]?.booked?.nombre, 'Bea')

  const given = edited(bookedLines(before), 'Barba', { professionalId: idOf('Cruz') })
  assert.deepEqual(shown(reapplied(given, before, after)), ['Corte Bea', 'Barba Cruz', 'Tinte Bea'])
})

test('D54: what one has removed and the other has not edited is gone; what was edited is added again', () => {
  const [corte, barba] = bookedLines(before) as [Line, Line]
  assert.deepEqual(shown(reapplied([barba], before, visit('Corte Bea', 'Barba Ana'))), [
    'Barba Ana',
  ])
  assert.deepEqual(shown(reapplied([corte, barba], before, visit('Corte Ana'))), ['Corte Ana'])
  const priced = reapplied([corte, { ...barba, price: '9' }], before, visit('Corte Ana'))
  assert.deepEqual(shown(priced), ['Corte Ana', 'Barba Ana 9'])
  assert.equal(priced[1]?.booked, null, 'it is added')
})

test('D54: a service that both have added is there once', () => {
  const added = { serviceId: idOf('Tinte'), name: 'Tinte', booked: null, price: '', reason: '' }
  const mine = [...bookedLines(before), { ...added, professionalId: 0 }]
  const theirs = visit('Corte Ana', 'Barba Ana', 'Tinte Bea')
  assert.deepEqual(shown(reapplied(mine, before, theirs)), [
    'Corte Ana',
    'Barba Ana',
    'Tinte anyone',
  ])
  assert.deepEqual(shown(reapplied(mine, before, before)), shown(mine))
  assert.ok(isAsBooked(bookedLines(before), before))
  assert.ok(!isAsBooked(mine, before))
  assert.ok(!isAsBooked(edited(bookedLines(before), 'Corte', { reason: 'x' }), before))
})
