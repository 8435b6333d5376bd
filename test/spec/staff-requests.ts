import { dataOf } from '../support/assertions.ts'
import type { ApiResponse } from '../support/client.ts'
import type { StaffClient, TestSalon } from '../support/salon.ts'

/** A successful request for each path of the people of the salon (D66). */
export function staffRequests(
  salon: TestSalon,
  owner: StaffClient,
): Record<string, () => Promise<ApiResponse>> {
  const receptionist = (name: string) =>
    salon.staff('receptionist', {
      ...{ name, email: `${name.toLowerCase()}@example.com` },
      permissionsAdded: ['till.discount'],
      permissionsRemoved: ['till.charge'],
    })
  const invite = (email: string) =>
    owner.post('/personal/', { nombre: 'Omar Haddad', email, rol: 'profesional' })
  return {
    'GET /personal/': async () => {
      await receptionist('Noor')
      return owner.get('/personal/')
    },
    'GET /personal/{id}/': async () =>
      owner.get(`/personal/${(await receptionist('Iris')).staffId}/`),
    'POST /personal/': () => invite('omar@example.com'),
    'PUT /personal/{id}/': async () =>
      owner.put(`/personal/${(await receptionist('Vera')).staffId}/`, {
        ...{ rol: 'encargado', permisos_extra: ['integraciones'], version: 1 },
        permisos_retirados: ['caja.anular'],
      }),
    'DELETE /personal/{id}/': async () =>
      owner.delete(`/personal/${(await receptionist('Olga')).staffId}/`),
    'POST /personal/{id}/invitacion/': async () => {
      const now = salon.clock.now()
      // an address gets one invitation an hour
      salon.clock.set(new Date(now.getTime() - 3_600_000))
      const { id } = dataOf(await invite('sara@example.com'), 201)
      salon.clock.set(now)
      return owner.post(`/personal/${id}/invitacion/`, {})
    },
    'GET /personal/{id}/sesiones/': () => owner.get(`/personal/${owner.staffId}/sesiones/`),
    'DELETE /personal/{id}/sesiones/{sesion}/': async () => {
      const { staffId, sessionId } = await receptionist('Zoe')
      return owner.delete(`/personal/${staffId}/sesiones/${sessionId}/`)
    },
    'DELETE /personal/{id}/sesiones/': async () =>
      owner.delete(`/personal/${(await receptionist('Pau')).staffId}/sesiones/`),
  }
}
