import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DayAvailability, OpenDay, OpenDays } from '@silla/core'
import { languages } from '@silla/locale'
import type { SlotState } from '@silla/slots'
import {
  components,
  DayAvailabilityWire,
  dayAvailabilityText,
  OpenDaysWire,
  openDaysText,
  ref,
  serializeDayAvailability,
  serializeOpenDays,
  success,
} from '@silla/wire'
import fc from 'fast-check'
import { fastify } from 'fastify'
import { okResponse } from '../../../services/api/src/rest/response-schemas.ts'
import { aProfessional, day } from './salon-fixture.ts'

// the responses as they would be without prepared text: objects, and the serializer of the schema
const app = fastify()
for (const component of components) app.addSchema(component)
let data: unknown
app.get('/day', { schema: { response: okResponse(ref(DayAvailabilityWire)) } }, () => success(data))
app.get('/days', { schema: { response: okResponse(OpenDaysWire) } }, () => success(data))
after(() => app.close())

async function serialized(path: '/day' | '/days', value: unknown): Promise<string> {
  data = value
  return (await app.inject(path)).payload
}

const days = fc.integer({ min: day('0001-01-01'), max: day('9999-12-31') })
const minutes = fc.integer({ min: 0, max: 1440 })
const names = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"slots":[]', '"dias":[]', '\u2028\u0000"\\', 'حلّاق'),
)

const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const lines = [21, 22, 23].map((serviceId) => ({ serviceId, professionalId: null }))

const foundDays: fc.Arbitrary<DayAvailability> = fc
  .record({
    day: days,
    id: ids,
    name: names,
    durationMinutes: fc.integer({ min: 5, max: 720 }),
    list: fc.array(
      fc.tuple(
        minutes,
        minutes,
        fc.constantFrom<SlotState>('free', 'busy', 'past'),
        fc.array(ids, { maxLength: 3 }),
      ),
    ),
    who: fc.constantFrom('one', 'anyone', 'lines'),
    notice: fc.constantFrom(null, 'PROFESSIONAL_NOT_WORKING', 'BUSINESS_CLOSED'),
  })
  .map(({ id, name, list, who, ...found }) => ({
    ...found,
    professional: who === 'one' ? aProfessional({ id, name }) : null,
    lines: who === 'lines' ? lines : null,
    slots: {
      startMinutes: list.map(([start]) => start),
      endMinutes: list.map(([, end]) => end),
      starts: list.map(([start]) => start),
      states: list.map(([, , state]) => state),
      peopleAt: (index) => list[index]?.[3] ?? [],
    },
  }))

const openDays: fc.Arbitrary<OpenDay> = fc.oneof(
  fc.record({
    day: days,
    available: fc.constant(true),
    freeSlots: fc.integer({ min: 1, max: 288 }),
    firstMinute: minutes,
    lastMinute: minutes,
    reason: fc.constant(null),
  }),
  fc.record({
    day: days,
    available: fc.constant(false),
    freeSlots: fc.constant(0),
    firstMinute: fc.constant(null),
    lastMinute: fc.constant(null),
    reason: fc.constantFrom('full', 'holiday', 'closed', 'off', 'past', 'out_of_range'),
  }),
)
const foundRanges: fc.Arbitrary<OpenDays> = fc.record({
  from: days,
  to: days,
  days: fc.array(openDays),
})
const pages = fc.option(
  fc.record({ page: fc.integer({ min: 1, max: 4 }), pageSize: fc.integer({ min: 1, max: 8 }) }),
)

test('the text of a day is what the serializer of the schema writes', () =>
  fc.assert(
    fc.asyncProperty(foundDays, fc.constantFrom(...languages), async (found, language) => {
      const expected = await serialized('/day', serializeDayAvailability(found, language))
      assert.equal(dayAvailabilityText(found, language), expected)
    }),
  ))

test('the text of a range of days is what the serializer of the schema writes', () =>
  fc.assert(
    fc.asyncProperty(foundRanges, pages, async (found, page) => {
      const expected = await serialized('/days', serializeOpenDays(found, page))
      assert.equal(openDaysText(found, page), expected)
    }),
  ))
