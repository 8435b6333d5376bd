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
  ajustes: () => import('../views/settings.ts'),
}

export async function loadView(name: ViewName): Promise<(host: Host) => View> {
  const { default: View } = await modules[name]()
  return (host) => new View(host)
}

/** Which permissions a view needs, one of them (D65); the others need to see an agenda only. */
const viewPermissions: Partial<Record<ViewName, readonly string[]>> = {
  espera: ['agenda.todas'],
  buscar: ['clientes.ver'],
  informes: ['informes.propios'],
  ajustes: ['ajustes.horario', 'ajustes.catalogo', 'ajustes.negocio'],
}

export const maySee = ({ may }: Pick<Host, 'may'>, name: ViewName): boolean =>
  (viewPermissions[name] ?? ['agenda.propia']).some((permission) => may(permission))
