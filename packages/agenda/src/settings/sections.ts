import type { Host } from '../host/host.ts'
import type { SectionName } from './settings-host.ts'

/** Whether somebody may open a part of the settings (D65). */
export const mayOpen = (host: Pick<Host, 'may' | 'ownProfessional'>, section: SectionName) =>
  rules[section](host)

type Rule = (host: Pick<Host, 'may' | 'ownProfessional'>) => boolean

const schedule: Rule = ({ may }) => may('ajustes.horario') && may('agenda.todas')
const catalog: Rule = ({ may }) => may('ajustes.catalogo')
const business: Rule = ({ may }) => may('ajustes.negocio')

const rules: Record<SectionName, Rule> = {
  horario: schedule,
  festivos: schedule,
  servicios: catalog,
  categorias: catalog,
  personas: (host) =>
    business(host) ||
    catalog(host) ||
    schedule(host) ||
    (host.may('ajustes.horario') && host.ownProfessional() !== null),
  productos: catalog,
  paquetes: catalog,
  recursos: catalog,
  reglas: business,
  pagos: business,
  mensajes: business,
  marca: business,
  enlaces: business,
  negocio: business,
}
