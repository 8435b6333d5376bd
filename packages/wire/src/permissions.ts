import type { Permission, Role } from '@silla/core'

/** The permissions of staff (D65) on the wire. */
export const permissionWords: Readonly<Record<Permission, string>> = {
  'agenda.own': 'agenda.propia',
  'agenda.all': 'agenda.todas',
  'bookings.manage': 'citas.gestionar',
  'customers.view': 'clientes.ver',
  'customers.contact': 'clientes.contacto',
  'customers.notes': 'clientes.ficha',
  'customers.health': 'clientes.salud',
  'customers.export': 'clientes.exportar',
  'till.charge': 'caja.cobrar',
  'till.discount': 'caja.descuento',
  'till.void': 'caja.anular',
  'reports.own': 'informes.propios',
  'reports.salon': 'informes.salon',
  'settings.schedule': 'ajustes.horario',
  'settings.catalog': 'ajustes.catalogo',
  'settings.business': 'ajustes.negocio',
  'settings.payments': 'ajustes.cobros',
  'staff.manage': 'personal.gestionar',
  integrations: 'integraciones',
}

/** The roles of staff on the wire. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: 'propietario',
  manager: 'encargado',
  receptionist: 'recepcion',
  professional: 'profesional',
}

/** The permission or role of a word; the schema has checked that it is one of them. */
export const permissionOf = (word: string): Permission => keyOf(permissionWords, word)
export const roleOf = (word: string): Role => keyOf(roleWords, word)

const keyOf = <Key extends string>(words: Readonly<Record<Key, string>>, word: string): Key =>
  (Object.keys(words) as Key[]).find((key) => words[key] === word) as Key
