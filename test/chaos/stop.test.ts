import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { patienceMilliseconds } from '../support/in-time.ts'
import { openSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { apiSettings, startServer } from '../support/servers.ts'
import { keepBusy, stopWhileBusy } from './stop-while-busy.ts'

const { urls } = await testDatabase()
const common = {
  LOG_LEVEL: 'silent',
  SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
}

test('an API that is stopped while requests arrive exits with code 0', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const stops = await stopWhileBusy(2, {
    exitWithinMilliseconds: patienceMilliseconds,
    start: () =>
      startServer('services/api/bin/api.js', {
        ...common,
        ...apiSettings(urls.api),
      }),
    work: ({ url }) =>
      keepBusy(() =>
        fetch(`${url}/api/v1/disponibilidad/dias/?peluquero_id=${salon.id('Ana')}`, {
          headers: { 'x-api-key': salon.secretKey },
        }),
      ),
  })
  assert.deepEqual([stops.clean, stops.failures], [2, []])
})

test('a worker that is stopped while it runs jobs exits with code 0', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  for (const time of ['10:00', '11:00', '12:00']) await salon.guest.book('Ana', time)
  const stops = await stopWhileBusy(2, {
    exitWithinMilliseconds: patienceMilliseconds,
    start: () =>
      startServer('services/worker/bin/worker.js', { ...common, WORKER_DATABASE_URL: urls.worker }),
    work: async () => {},
  })
  assert.deepEqual([stops.clean, stops.failures], [2, []])
})
