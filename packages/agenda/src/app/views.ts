import type { Host, View, ViewModule } from '../host/host.ts'
import type { ViewName } from '../host/place.ts'

/** Where each view is; it is loaded when it is first shown. */
const modules: Record<ViewName, () => Promise<ViewModule>> = {
  dia: () => import('../views/day.ts'),
  semana: () => import('../views/week.ts'),
  lista: () => import('../views/list.ts'),
  mes: () => import('../views/month.ts'),
  confirmar: () => import('../views/to-confirm.ts'),
  espera: () => import('../views/waitlist.ts'),
  buscar: () => import('../views/search.ts'),
  informes: () => import('../views/reports.ts'),
}

export async function loadView(name: ViewName): Promise<(host: Host) => View> {
  const { default: View } = await modules[name]()
  return (host) => new View(host)
}

/** What a view needs (D65); the others need to see an agenda only. */
export const viewPermissions: Partial<Record<ViewName, string>> = {
  espera: 'agenda.todas',
  buscar: 'clientes.ver',
  informes: 'informes.propios',
}
