import type { SectionName, SettingsHost, SettingsPage } from './settings-host.ts'

type PageModule = {
  default: (settings: SettingsHost, query: URLSearchParams) => SettingsPage
}

const list = () => import('./pages/list.ts')
const record = () => import('./pages/record.ts')

/** Where the page of each part is; it is loaded when it is first shown. */
const modules: Partial<Record<SectionName, () => Promise<PageModule>>> = {
  horario: () => import('./pages/hours.ts'),
  festivos: () => import('./pages/closures.ts'),
  servicios: list,
  categorias: list,
  personas: () => import('./pages/people.ts'),
  productos: list,
  paquetes: list,
  recursos: list,
  reglas: record,
  pagos: () => import('./pages/payments.ts'),
  mensajes: () => import('./pages/messages.ts'),
  marca: record,
  enlaces: () => import('./pages/booking-links.ts'),
  negocio: record,
  descarga: () => import('./pages/download.ts'),
}

/** @param query what the address names: an entry, a part of it */
export async function pageFor(
  part: SectionName,
  settings: SettingsHost,
  query: URLSearchParams,
): Promise<SettingsPage | null> {
  const load = modules[part]
  return load ? (await load()).default(settings, query) : null
}
