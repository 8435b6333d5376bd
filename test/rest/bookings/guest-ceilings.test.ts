import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { checkData, checkedBusinesses } from '@silla/core'
import { dataFindingOf } from '../../../cli/src/doctor/data-messages.ts'
import { openApi, type TestApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { atEnd } from '../../support/at-end.ts'
import { type ApiResponse, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { jobsDatabase, runJobs } from '../../support/jobs.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

// Rate limits are on here, because with them the API knows the address of a caller.

const { admin, witness } = await testDatabase()
let api: TestApi

before(async () => {
  api = await openApi(undefined, { limits: { redisUrl: null, trustedProxies: ['127.0.0.1'] } })
  atEnd(api.close)
})

const professionals = ['Ana', 'Bea', 'Cleo', 'Dana']

async function openDiary(ceilings: {
  guestBookingsPerAddress?: number
  guestBookingsPerDomain?: number
}) {
  const salon = await openSalon({ professionals, settings: ceilings, now: '2030-03-04T08:00' })
  api.clock.set(salon.clock.now())
  return salon
}

let guests = 0
const book = (
  salon: TestSalon,
  index: number,
  {
    from = '192.0.2.1',
    email = `guest${++guests}@gmail.com`,
    key = salon.publishableKey,
    ...more
  } = {},
): Promise<ApiResponse> =>
  client(api.url, { 'x-api-key': key, 'x-forwarded-for': from }).post('/reservas/crear/', {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id(professionals[index % 4] ?? ''),
    fecha: '2030-03-06',
    hora_inicio: `${10 + Math.floor(index / 4)}:00`,
    nombre: 'Eva',
    email,
    ...more,
  })

/** How many of several requests were accepted; the others are refused for the ceiling. */
function accepted(answers: readonly ApiResponse[]): number {
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused) assertError(answer, 'BOOKING_LIMIT_REACHED')
  return answers.length - refused.length
}

const together = (count: number, request: (index: number) => Promise<ApiResponse>) =>
  Promise.all(Array.from({ length: count }, (_, index) => request(index)))

test('D15: of many requests at once, a client address makes as many bookings a day as the salon allows', async () => {
  const salon = await openDiary({ guestBookingsPerAddress: 5 })
  const answers = await together(12, (index) => book(salon, index))
  assert.equal(accepted(answers), 5)
  const refused = answers.find(({ status }) => status !== 201)
  // until 00:00 UTC: it is 07:00
  assert.equal(refused?.headers.get('retry-after'), String(17 * 3600))
  dataOf(await book(salon, 12, { from: '192.0.2.2' }), 201)
})

test('D15: so does an email domain from many addresses, unless it is that of a public provider', async () => {
  const salon = await openDiary({ guestBookingsPerDomain: 3 })
  const of = (domain: string, first: number) => (index: number) =>
    book(salon, first + index, { from: `192.0.2.${first + index}`, email: `g${index}@${domain}` })
  assert.equal(accepted(await together(6, of('Spam.example', 0))), 3)
  assert.equal(accepted(await together(5, of('hotmail.co.uk', 8))), 5)
})

test('D15: cancelled bookings count, a hold counts once as the booking that it becomes', async () => {
  const salon = await openDiary({ guestBookingsPerAddress: 2 })
  const guest = client(api.url, {
    'x-api-key': salon.publishableKey,
    'x-forwarded-for': '192.0.2.1',
  })
  const { id, token } = dataOf(
    await guest.post('/retenciones/', {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha: '2030-03-06',
      hora_inicio: '10:00',
    }),
    201,
  )
  const booking = dataOf(await book(salon, 0, { retencion: { id, token } } as object), 201)
  dataOf(await salon.guest.cancel(booking))
  // what is refused for another reason does not count
  dataOf(await book(salon, 1), 201)
  assertError(await book(salon, 2), 'BOOKING_LIMIT_REACHED')
})

test('D15: the salon, customers who are signed in, and guests with the email of an account are not counted', async () => {
  const salon = await openDiary({ guestBookingsPerAddress: 1, guestBookingsPerDomain: 1 })
  const email = 'noor@company.example'
  const customer = await salon.customer({ nombre: 'Noor', email })
  dataOf(await book(salon, 0), 201)
  assertError(await book(salon, 1), 'BOOKING_LIMIT_REACHED')
  dataOf(await book(salon, 1, { email }), 201)
  dataOf(await book(salon, 2, { email }), 201)
  dataOf(await book(salon, 3, { key: salon.secretKey }), 201)
  const token = {
    'x-api-key': salon.publishableKey,
    authorization: `Bearer ${customer.token}`,
    'x-forwarded-for': '192.0.2.1',
  }
  const visit = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-07',
    hora_inicio: '10:00',
  }
  dataOf(await client(api.url, token).post('/reservas/crear/', visit), 201)
})

test('D15: the ceiling ends with the day in UTC; the doctor says that it is reached, and the night deletes the counts, which name nobody', async () => {
  const salon = await openDiary({ guestBookingsPerAddress: 1 })
  dataOf(await book(salon, 0, { email: 'eva@company.example' }), 201)
  const rows = () => witness`
    select to_jsonb(counted)::text as text from guest_booking_counts counted where business_id = ${salon.businessId}`
  assert.equal((await rows()).length, 2)
  for (const { text } of await rows()) assert.doesNotMatch(text, /company|192\.0/)
  const doctor = async () => {
    const own = (await checkedBusinesses(admin, salon.clock)).filter(
      ({ slug }) => slug === salon.slug,
    )
    const finding = checkData(own)
      .map(dataFindingOf)
      .find(({ check }) => check === 'guest-booking-ceilings')
    return [finding?.state, finding?.message]
  }
  assert.deepEqual(await doctor(), [
    'warning',
    'Guests from a client address or with an email domain have made as many bookings as allowed, ' +
      `and make no more until 00:00 UTC: ${salon.slug} (1).`,
  ])
  const setTime = (time: string) => {
    salon.setTime(time)
    api.clock.set(salon.clock.now())
  }
  setTime('2030-03-05T00:59')
  assertError(await book(salon, 1), 'BOOKING_LIMIT_REACHED')
  setTime('2030-03-05T01:00')
  assert.equal((await doctor())[0], 'ok')
  dataOf(await book(salon, 1), 201)
  setTime('2030-03-07T08:00')
  await (await jobsDatabase())`select jobs.add_job('begin-night')`
  await runJobs(salon)
  assert.equal((await rows()).length, 0)
})
