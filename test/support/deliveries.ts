import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

const attempts = [
  {
    at: '2030-03-03T10:00:00.000Z',
    status: 500,
    error: null,
    durationMilliseconds: 41,
    response: 'oops',
  },
  {
    at: '2030-03-03T10:00:05.000Z',
    status: null,
    error: 'timeout',
    durationMilliseconds: 10_000,
    response: '',
  },
]

/** The log of an endpoint: a delivery in each state, `pending` the oldest. */
export async function insertDeliveries(
  { businessId }: TestSalon,
  endpointId: number,
): Promise<void> {
  const { witness } = await testDatabase()
  for (const [minute, state] of ['pending', 'delivered', 'failed'].entries())
    await witness`
      insert into event_deliveries (
        business_id, endpoint_id, type, state, attempts, next_attempt_at, created_at)
      values (
        ${businessId}, ${endpointId}, 'reserva.creada', ${state},
        ${witness.json(attempts as never)}, ${state === 'pending' ? new Date('2030-03-09') : null},
        ${new Date(Date.UTC(2030, 2, 3, 10, minute))})`
}
