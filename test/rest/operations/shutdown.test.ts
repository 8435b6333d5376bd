import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, startApi } from '@silla/api'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'
import { apiSettings } from '../../support/servers.ts'
import { untilWaiting } from '../../support/until-waiting.ts'

test('shutdown completes requests in flight and accepts no new ones', async () => {
  const salon = await openSalon({ now: new Date().toISOString().slice(0, 16) })
  const { urls, admin } = await testDatabase()
  const api = await startApi(
    readSettings({
      ...apiSettings(urls.api),
      LOG_LEVEL: 'silent',
    }),
  )
  const guest = client(`${api.url}/api/v1`, { 'x-api-key': salon.publishableKey })
  await guest.get('/negocio/')

  // somebody else holds what the booking needs, so that it is under way when the stop comes
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holding = admin.begin(async (tx) => {
    await tx`lock table claims in share row exclusive mode`
    await held
  })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const booking = guest.post('/reservas/crear/', {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: day,
    hora_inicio: '10:00',
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  })
  await untilWaiting(1)

  const stopped = api.stop()
  await assert.rejects(fetch(`${api.url}/healthz`))
  release()
  assert.equal((await booking).status, 201)
  await Promise.all([stopped, holding])
})
