import assert from 'node:assert/strict'
import test from 'node:test'
import type { VisitLength } from '@silla/core'
import type { Params } from '@silla/wire'
import { parseDayParams, parseOpenDaysParams } from '@silla/wire'
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
      lines: null,
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
  for (const peluquero_id of ['x', '00', '-1', '9007199254740992']) {
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
    lines: null,
  })
  assert.deepEqual(
    parseOpenDaysParams({ peluquero_id: '31', desde: '2030-03-04', hasta: '2030-03-09' }),
    {
      professionalId: 31,
      from: day('2030-03-04'),
      to: day('2030-03-09'),
      length: { durationMinutes: null, serviceIds: [] },
      lines: null,
    },
  )
  assert.equal(caughtRefusal(() => parseOpenDaysParams({ desde: 'ayer' })).code, 'INVALID_DATE')
})

test('D32: professional 0 is anyone, as a text of a URL and as a number of GraphQL', () => {
  for (const peluquero_id of ['0', 0]) {
    assert.equal(parseDayParams({ ...path, peluquero_id }).professionalId, null)
    assert.equal(parseOpenDaysParams({ peluquero_id }).professionalId, null)
  }
  assert.equal(parseOpenDaysParams({ peluquero_id: '-1' }).professionalId, 0)
})

test('D33: lines are services with a professional each, or with anyone', () => {
  const expected = [
    { serviceId: 12, professionalId: 3 },
    { serviceId: 15, professionalId: null },
  ]
  const typed = [{ servicio_id: 12, peluquero_id: 3 }, { servicio_id: 15 }]
  for (const lineas of ['12:3,15:0', typed]) {
    assert.deepEqual(parseDayParams({ ...path, peluquero_id: '0', lineas }).lines, expected)
    assert.deepEqual(parseOpenDaysParams({ lineas }).lines, expected)
  }
  // impossible ids are of no record
  assert.deepEqual(parseOpenDaysParams({ lineas: '-1:-2' }).lines, [
    { serviceId: 0, professionalId: 0 },
  ])
})

const invalidLines: [lineas: unknown, field: string, problem: unknown][] = [
  ['', 'lineas[0]', 'bad_format'],
  ['12', 'lineas[0]', 'bad_format'],
  ['12:3,15:0:1', 'lineas[1]', 'bad_format'],
  ['12:3,x:0', 'lineas[1].servicio_id', 'not_integer'],
  ['12:ana', 'lineas[0].peluquero_id', 'not_integer'],
  ['12:', 'lineas[0].peluquero_id', 'not_integer'],
  ['12:3,15:0,12:4', 'lineas[2].servicio_id', 'duplicate'],
  [['12:3', '15:0'], 'lineas', 'duplicate'],
  [[], 'lineas', { keyword: 'too_few', limit: 1 }],
  ['1:0,2:0,3:0,4:0,5:0,6:0,7:0,8:0,9:0,10:0,11:0', 'lineas', { keyword: 'too_many', limit: 10 }],
]
for (const [lineas, field, problem] of invalidLines) {
  test(`D33: ${JSON.stringify(lineas)} are no lines`, () => {
    const expected = [{ field, problem }]
    assert.deepEqual(
      caughtProblems(() => parseDayParams({ ...path, peluquero_id: '0', lineas } as Params)),
      expected,
    )
    assert.deepEqual(
      caughtProblems(() => parseOpenDaysParams({ lineas } as Params)),
      expected,
    )
  })
}

test('D33: lines replace the other parameters of the visit, and its professional', () => {
  const together = (field: string) => [
    { field, problem: { keyword: 'not_together', limit: 'lineas' } },
  ]
  const lineas = '12:3'
  for (const [field, value] of Object.entries({
    servicios: '12',
    servicio_id: '12',
    duracion: '30',
  })) {
    const query = { lineas, [field]: value }
    assert.deepEqual(
      caughtProblems(() => parseDayParams({ ...path, peluquero_id: '0', ...query })),
      together(field),
    )
    assert.deepEqual(
      caughtProblems(() => parseOpenDaysParams(query)),
      together(field),
    )
  }
  assert.deepEqual(
    caughtProblems(() => parseDayParams({ ...path, lineas })),
    together('peluquero_id'),
  )
  assert.deepEqual(
    caughtProblems(() => parseOpenDaysParams({ lineas, peluquero_id: '0' })),
    together('peluquero_id'),
  )
})
