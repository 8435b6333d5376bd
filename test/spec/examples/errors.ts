import assert from 'node:assert/strict'
import type { ApiResponse, Exchange } from '../../support/client.ts'
import type { SalonClient } from '../../support/salon.ts'
import type { Path } from '../contract/paths.ts'
import type { Scene } from '../scene.ts'

/** Gets the error that a client of an operation should expect, by a request like the successful one. */
export async function errorOf(scene: Scene, path: Path, success: Exchange): Promise<ApiResponse> {
  const name = `${path.method} ${path.path}`
  const answer = await (special(scene, success)[name] ?? usual)()
  assert.ok(answer.status >= 400, `${name} was answered ${answer.status}: ${answer.text}`)
  return answer

  /** Sent by somebody who may not, or again, or without what it needs. */
  function usual(): Promise<ApiResponse> {
    if (path.by === 'owner') return again(scene.salon.guest, success)
    if (path.by === 'staff') return again(scene.salon.backend, success)
    if (path.method !== 'GET') return again(scene.clientFor(path), success)
    if (path.by === 'customer') return again(scene.salon.guest, success)
    if (path.path.includes('{id}'))
      return scene.salon.guest.get(path.path.replace('{id}', '1').replace(/\{\w+\}/g, '1'))
    return scene.salon.guest.get(`${path.path}?page=0`)
  }
}

/** Requests whose usual error is another one. */
function special({ salon, clientFor }: Scene, success: Exchange) {
  const { guest, backend } = salon
  const customer = clientFor({ by: 'customer' })
  const staff = clientFor({ by: 'staff' })
  const change = (fields: object) => ({ ...success.body, ...fields })
  const path = success.url.pathname.replace('/api/v1', '')
  return {
    'GET /negocio/': () => guest.get('/negocio/', { 'x-api-key': 'silla_pub_unknown' }),
    'GET /negocio/festivos/': () => guest.get('/negocio/festivos/?desde=2030-02-30'),
    'GET /disponibilidad/{peluquero_id}/{fecha}/': () =>
      guest.get(`${path.replace(/[\d-]+\/$/, '2030-03-01/')}${success.url.search}`),
    'GET /disponibilidad/dias/': () => guest.get('/disponibilidad/dias/?duracion=0'),
    'GET /reservas/codigo/{codigo}/': () => guest.get('/reservas/codigo/0000000000/'),
    'POST /retenciones/{id}/prolongar/': () => guest.post(path, { token: 'unknown' }),
    'POST /reservas/{id}/reprogramar/': () => guest.post(path, change({ hora_inicio: '14:00' })),
    'PUT /reservas/{id}/mensajes/': () => guest.put(path, change({ codigo: '0000000000' })),
    'DELETE /retenciones/{id}/': () => guest.delete(path, { 'x-retencion-token': 'unknown' }),
    'DELETE /lista-espera/{id}/': () => guest.delete(path),
    'DELETE /cliente/perfil/': () => guest.delete(path),
    'POST /lista-espera/': () => guest.post(path, change({ desde: '2030-03-01' })),
    'POST /bloqueos/': () => backend.post(path, change({ hasta: success.body.desde })),
    'GET /agenda/': () => backend.get('/agenda/?dias=8'),
    'GET /agenda/mes/': () => backend.get('/agenda/mes/?mes=2030-13'),
    ...Object.fromEntries(
      ['caja', 'citas', 'ocupacion', 'ausencias', 'clientes', 'servicios'].map((report) => [
        `GET /informes/${report}/`,
        () => backend.get(`/informes/${report}/?desde=2029-01-01&hasta=2030-03-01`),
      ]),
    ),
    ...Object.fromEntries(
      ['aprobar', 'rechazar', 'terminar'].map((verb) => [
        `POST /soporte/{id}/${verb}/`,
        () => clientFor({ by: 'staff' }).post(`/soporte/1/${verb}/`),
      ]),
    ),
    'GET /eventos/': () => guest.get('/eventos/'),
    'POST /webhooks/endpoints/': () => backend.post(path, change({ url: 'http://10.0.0.5/' })),
    'POST /pagos/intent/': () => guest.post(path, change({ amount: 1 })),
    'POST /pagos/confirmar/': () => guest.post(path, change({ payment_intent_id: 'pi_unknown' })),
    'POST /auth/registro/': () => guest.post(path, change({ password: 'short' })),
    'POST /auth/login/': () => guest.post(path, {}),
    'POST /auth/reenviar-otp/': () => guest.post(path, success.body),
    'POST /auth/logout/': () => guest.post(path, {}),
    'PUT /cliente/perfil/': () => customer.put(path, { fecha_nacimiento: '2040-01-01' }),
    'POST /pedidos/': () =>
      customer.post(path, { items: [{ producto_id: salon.id('Cera'), cantidad: 99 }] }),
    'GET /pedidos/{id}/': () => customer.get('/pedidos/1/'),
    'POST /personal/': () => staff.post(path, change({ email: 'lola@example.com' })),
    'PUT /personal/{id}/': () => staff.put(path, success.body),
    'POST /personal/{id}/invitacion/': () => staff.post(path, {}),
    'DELETE /personal/{id}/sesiones/{sesion}/': () => staff.delete(path),
    'POST /reservas/{id}/reembolsar/': () => backend.post(path, { monto: 5000 }),
  } as Record<string, () => Promise<ApiResponse>>
}

function again(client: SalonClient, { url, method, body, headers }: Exchange) {
  const { 'x-api-key': _key, authorization: _token, ...own } = headers
  return client.send(url.pathname.replace('/api/v1', '') + url.search, {
    method,
    headers: own,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
