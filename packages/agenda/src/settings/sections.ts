import type { Host } from '../host/host.ts'
import type { SectionName } from './settings-host.ts'

type Reader = Pick<Host, 'may' | 'ownProfessional' | 'person'>

/** Whether somebody may open a part of the settings (D65). */
export const mayOpen = (host: Reader, section: SectionName) => rules[section](host)

type Rule = (host: Reader) => boolean

const schedule: Rule = ({ may }) => may('ajustes.horario') && may('agenda.todas')
const catalog: Rule = ({ may }) => may('ajustes.catalogo')
const business: Rule = ({ may }) => may('ajustes.negocio')
/** At a device that the salon shares an owner may do no more than others. */
const owner: Rule = ({ may, person }) => person.rol === 'propietario' && may('ajustes.cobros')

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
  descarga: owner,
}
