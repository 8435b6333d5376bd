import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '../../../packages/widget/src/booking/session.ts'
import { changeState, newState } from '../../../packages/widget/src/booking/state.ts'
import { shownSteps, startingChoice } from '../../../packages/widget/src/booking/step-order.ts'
import {
  availabilityOf,
  eligibleProfessionals,
  offeredChoice,
  personFor,
  totalsOf,
  visitBody,
} from '../../../packages/widget/src/booking/visit.ts'
import { hold, screen } from './fixtures.ts'

const chosen = () =>
  newState({
    step: 'contact',
    serviceIds: [1],
    professionalId: 7,
    date: '2030-03-04',
    time: '10:00',
    hold,
    holdExtended: true,
  })

test('another service makes the time and its hold void', () => {
  const before = chosen()
  const after = changeState(before, { serviceIds: [1, 2] })
  assert.deepEqual([after.time, after.hold, after.holdExtended], [null, null, false])
  assert.equal(after.date, '2030-03-04', 'the day is offered again')
  assert.notEqual(after.bookingKey, before.bookingKey)
})

test('so does another person', () => {
  const after = changeState(chosen(), { professionalId: 0 })
  assert.deepEqual([after.time, after.hold], [null, null])
})

test('another time makes the hold void', () => {
  const after = changeState(chosen(), { time: '11:00' })
  assert.deepEqual([after.time, after.hold], ['11:00', null])
  assert.equal(changeState(chosen(), { date: '2030-03-05' }).hold, null)
})

test('contact details and steps leave the visit as it is', () => {
  const before = chosen()
  const after = changeState(before, { step: 'time', contact: { ...before.contact, name: 'Eva' } })
  assert.deepEqual(after, { ...before, step: 'time', contact: { ...before.contact, name: 'Eva' } })
})

test('a released hold is not requested again with the same key', () => {
  const before = chosen()
  const released = changeState(before, { hold: null })
  assert.notEqual(released.bookingKey, before.bookingKey)
  assert.equal(changeState(released, { hold }).bookingKey, released.bookingKey)
})

test('a session returns the state that was written for the same salon', () => {
  const values = new Map<string, string>()
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
  const session = openSession('silla_pub_test_a', () => storage)
  assert.equal(session.read(), null)
  const state = chosen()
  session.write(state)
  assert.deepEqual(session.read(), state)
  assert.equal(openSession('silla_pub_test_b', () => storage).read(), null)
  session.clear()
  assert.equal(session.read(), null)
})

test('without storage, and with a broken entry, a session begins empty', () => {
  const blocked = openSession('a', () => {
    throw new Error('SecurityError')
  })
  blocked.write(chosen())
  blocked.clear()
  assert.equal(blocked.read(), null)
  const broken = { getItem: () => '{', setItem: () => {}, removeItem: () => {} }
  assert.equal(openSession('a', () => broken).read(), null)
})

test('who does all of the services, in display order', () => {
  const names = (serviceIds: number[]) =>
    eligibleProfessionals(screen, serviceIds).map(({ nombre }) => nombre)
  assert.deepEqual(names([1]), ['Ana', 'Bea'])
  assert.deepEqual(names([1, 2]), ['Ana'])
  assert.deepEqual(names([2, 3]), [])
})

test('a person who does not do all of the services is not kept', () => {
  assert.equal(personFor(screen, { serviceIds: [1, 2], professionalId: 7 }), 7)
  assert.equal(personFor(screen, { serviceIds: [1, 2], professionalId: 8 }), 0)
  assert.equal(personFor(screen, { serviceIds: [2, 3], professionalId: 7 }), 0)
})

test('the total takes offers, and the prices and lengths of the chosen person', () => {
  const total = (serviceIds: number[], professionalId = 0) =>
    totalsOf(screen, { serviceIds, professionalId })
  assert.deepEqual(total([1]), { minutes: 30, price: 18 })
  assert.deepEqual(total([1, 2]), { minutes: 75, price: 37.9 })
  assert.deepEqual(total([1, 2], 7), { minutes: 65, price: 43.9 })
  assert.deepEqual(total([99]), { minutes: 0, price: 0 })
})

test('a choice keeps what the salon still offers', () => {
  assert.deepEqual(offeredChoice(screen, { serviceIds: [3, 99, 1], professionalId: 7 }), {
    serviceIds: [3, 1],
    professionalId: 7,
    people: null,
  })
  assert.deepEqual(offeredChoice(screen, { serviceIds: [99], professionalId: 99 }), {
    serviceIds: [],
    professionalId: 0,
    people: null,
  })
})

test('cents add up', () => {
  const [service] = screen.servicios
  assert.ok(service)
  const many = Array.from({ length: 3 }, (_, id) => ({ ...service, id, precio: 0.1 }))
  assert.equal(
    totalsOf({ ...screen, servicios: many }, { serviceIds: [0, 1, 2], professionalId: 0 }).price,
    0.3,
  )
})

test('services that nobody does alone are offered and booked as lines', () => {
  const state = newState({ serviceIds: [2, 3], date: '2030-03-04', time: '10:00' })
  assert.deepEqual(availabilityOf(screen, state), {
    professionalId: 0,
    query: { lineas: '2:0,3:0' },
  })
  assert.deepEqual(visitBody(screen, state), {
    lineas: [
      { servicio_id: 2, peluquero_id: 0 },
      { servicio_id: 3, peluquero_id: 0 },
    ],
    fecha: '2030-03-04',
    hora_inicio: '10:00',
  })
})

test('services of one person are offered and booked with that person', () => {
  const state = newState({
    serviceIds: [1, 2],
    professionalId: 7,
    date: '2030-03-04',
    time: '10:00',
  })
  assert.deepEqual(availabilityOf(screen, state), {
    professionalId: 7,
    query: { servicios: '1,2' },
  })
  assert.deepEqual(visitBody(screen, state), {
    servicio_ids: [1, 2],
    peluquero_id: 7,
    fecha: '2030-03-04',
    hora_inicio: '10:00',
  })
})

test('the choice of a person is left out where there is none', () => {
  const stepsFor = (serviceIds: number[], isFixed = false) =>
    shownSteps(screen, newState({ serviceIds }), isFixed).includes('professional')
  assert.equal(stepsFor([1]), true)
  assert.equal(stepsFor([1, 2]), true, 'only Ana does both, and Bea one of them')
  assert.equal(stepsFor([2, 3]), false, 'each is done by one person')
  assert.equal(stepsFor([1], true), false)
})

test('the payment counts as a step from the start where the salon takes online payments', () => {
  const includesPayment = (acepta_pagos_online: boolean, state: Parameters<typeof newState>[0]) => {
    const configuracion = { acepta_pagos_online } as never
    const salon = { ...screen, negocio: { ...screen.negocio, configuracion } }
    return shownSteps(salon, newState(state), false).includes('payment')
  }
  assert.equal(includesPayment(true, {}), true)
  assert.equal(includesPayment(true, { serviceIds: [1] }), true)
  assert.equal(includesPayment(false, { serviceIds: [1] }), false)
  // paid with points
  assert.equal(
    includesPayment(true, { serviceIds: [1], booking: { total_centimos: 0 } as never }),
    false,
  )
})

test('attributes choose services and a person; unknown ids are left out', () => {
  assert.deepEqual(startingChoice(screen, null, null), { serviceIds: [], professionalId: 0 })
  assert.deepEqual(startingChoice(screen, '1', null), {
    serviceIds: [1],
    professionalId: 0,
    step: 'professional',
  })
  assert.deepEqual(startingChoice(screen, '1, 99', '7'), {
    serviceIds: [1],
    professionalId: 7,
    step: 'time',
  })
  assert.deepEqual(
    startingChoice(screen, '3', '7'),
    { serviceIds: [], professionalId: 7 },
    'Ana does no colour',
  )
  assert.deepEqual(startingChoice(screen, 'x', '99'), { serviceIds: [], professionalId: 0 })
})
