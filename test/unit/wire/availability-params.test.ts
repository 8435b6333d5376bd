import assert from 'node:assert/strict'
import test from 'node:test'
import type { VisitLength } from '@silla/core'
import {
  parseDayParams,
  parseOpenDaysParams,
} from '../../../services/api/src/wire/availability-params.ts'
import type { Params } from '../../../services/api/src/wire/params.ts'
import { caughtProblems, caughtRefusal } from './caught-refusal.ts'
import { day } from './salon-fixture.ts'

const path = { peluquero_id: '31', fecha: '2030-03-04' }

const lengths: [title: string, query: Params, length: VisitLength][] = [
  ['without parameters the core uses the default', {}, { durationMinutes: null, serviceIds: [] }],
  ['one service', { servicio_id: '21' }, { durationMinutes: null, serviceIds: [21] }],
  [
    '`servicios` wins over `servicio_id`',
    { servicio_id: '21', servicios: '22,23' },
    { durationMinutes: null, serviceIds: [22, 23] },
  ],
  [
    '`duracion` wins, and the services are kept',
    { duracion: '45', servicios: '22' },
    { durationMinutes: 45, serviceIds: [22] },
  ],
  [
    'an impossible id becomes one that no record has',
    { servicio_id: '99999999999999999999' },
    { durationMinutes: null, serviceIds: [0] },
  ],
]
for (const [title, query, length] of lengths) {
  test(`the length of a visit: ${title}`, () => {
    assert.deepEqual(parseDayParams({ ...path, ...query }), {
      professionalId: 31,
      day: day('2030-03-04'),
      length,
    })
    assert.deepEqual(parseOpenDaysParams(query).length, length)
  })
}

test('more than ten services or a length out of range is invalid', () => {
  assert.deepEqual(
    caughtProblems(() => parseDayParams({ ...path, servicios: '1,2,3,4,5,6,7,8,9,10,11' })),
    [{ field: 'servicios', problem: { keyword: 'too_many', limit: 10 } }],
  )
  assert.equal(parseDayParams({ ...path, duracion: '720' }).length.durationMinutes, 720)
  assert.equal(
    caughtProblems(() => parseDayParams({ ...path, duracion: '721' }))[0]?.field,
    'duracion',
  )
  assert.equal(
    caughtProblems(() => parseDayParams({ ...path, duracion: '4' }))[0]?.field,
    'duracion',
  )
})

test('an invalid date is reported before an impossible professional', () => {
  assert.equal(
    caughtRefusal(() => parseDayParams({ peluquero_id: 'x', fecha: '2026-02-30' })).code,
    'INVALID_DATE',
  )
  for (const peluquero_id of ['x', '0', '-1', '9007199254740992']) {
    assert.equal(
      caughtRefusal(() => parseDayParams({ ...path, peluquero_id })).code,
      'PROFESSIONAL_NOT_FOUND',
    )
  }
})

test('absent ends of a range are null', () => {
  assert.deepEqual(parseOpenDaysParams({}), {
    professionalId: null,
    from: null,
    to: null,
    length: { durationMinutes: null, serviceIds: [] },
  })
  assert.deepEqual(
    parseOpenDaysParams({ peluquero_id: '31', desde: '2030-03-04', hasta: '2030-03-09' }),
    {
      professionalId: 31,
      from: day('2030-03-04'),
      to: day('2030-03-09'),
      length: { durationMinutes: null, serviceIds: [] },
    },
  )
  assert.equal(caughtRefusal(() => parseOpenDaysParams({ desde: 'ayer' })).code, 'INVALID_DATE')
})
