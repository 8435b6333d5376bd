import {
  createEntry,
  deactivateEntry,
  type EntryList,
  entryNotFound,
  findEntry,
  listEntries,
  mapInSlices,
  openSlices,
  settingPermissions,
  updateEntry,
} from '@silla/core'
import {
  activeParams,
  controlFields,
  entrySettings,
  offsetAndLimit,
  parseActive,
  parseEditParams,
  serializeSetting,
} from '@silla/wire'
import { type Operation, operation } from './operation.ts'
import { nameOf, one, pageOf, pages } from './results.ts'
import { change, changeErrors, editErrors, paymentErrors, read } from './settings-parts.ts'

/** The words of one list. */
interface ListWords {
  /** In paths and queries. */
  many: string
  /** In mutations. */
  one: string
  /** In sentences. */
  title: string
}

const words: Record<EntryList, ListWords> = {
  categories: { many: 'categorias', one: 'categoria', title: 'category' },
  resourceTypes: { many: 'recursos', one: 'recurso', title: 'resource' },
  services: { many: 'servicios', one: 'servicio', title: 'service' },
  professionals: {
    many: 'profesionales',
    one: 'profesional',
    title: 'professional',
  },
  products: { many: 'productos', one: 'producto', title: 'product' },
  pointsPackages: {
    many: 'paquetes',
    one: 'paquete',
    title: 'points package',
  },
}

/** What a salon offers, as it sees and changes it itself (D67). */
export const settingsListOperations = Object.values(entrySettings).flatMap(operationsOf)

function operationsOf({
  kind,
  SettingWire,
  ChangedWire,
  NewWire,
  ChangeWire,
  parseNew,
  parseChange,
}: (typeof entrySettings)[EntryList]): Operation[] {
  const { many, one: word, title } = words[kind]
  const access = settingPermissions[kind]
  const type = nameOf(SettingWire)
  const path = `/ajustes/${many}/`
  const notFound = entryNotFound(kind)
  const unknown = { [notFound]: `no such ${title}` }
  const ofPayments = kind === 'services' && paymentErrors('ajustes.catalogo')
  const ids = { id: { description: `The ${title}`, notFound } }
  return [
    operation({
      ...read,
      name: `ajustes.${many}.listar`,
      summary: `List settings: ${title}`,
      description:
        'Active ones in their order, or with `activo=false` the inactive ones, in pages.',
      rest: { method: 'GET', path },
      graphql: { field: `ajustes_${many}` },
      access,
      query: { params: activeParams, parse: parseActive },
      result: pages(SettingWire, { type: `Pagina${type}`, order: 'In display order' }),
      errors: {},
      run: (context, { page, query }) =>
        listEntries(context, kind, { ...query, ...offsetAndLimit(page) }),
      respond: async ({ entries, total }, _context, { page }) =>
        pageOf(await mapInSlices(openSlices(), entries, serializeSetting), total, page),
    }),
    operation({
      ...read,
      name: `ajustes.${many}.ver`,
      summary: `Get settings: ${title}`,
      description: 'As it is configured, with every language; also one that is inactive.',
      rest: { method: 'GET', path: `${path}:id/` },
      graphql: { field: `ajustes_${word}` },
      access,
      ids,
      result: one(SettingWire),
      errors: unknown,
      run: (context, { ids }) => findEntry(context, kind, ids.id),
    }),
    operation({
      ...change,
      name: `ajustes.${many}.crear`,
      summary: `Create a ${title}`,
      description:
        kind === 'services'
          ? 'At the end of the list unless `orden` says where. Professionals who offer every service offer it too.'
          : 'At the end of the list unless `orden` says where.',
      rest: { method: 'POST', path, status: 201 },
      graphql: { field: `crear_${word}`, input: `${type}Nuevo` },
      access,
      audit: 'settings.create',
      body: { schema: NewWire, parse: parseNew },
      result: one(ChangedWire),
      errors: {
        ...ofPayments,
        VALIDATION_ERROR:
          'among others: an `identificador` that was used before, or a reference to what is inactive',
        ...changeErrors,
      },
      run: (context, { body, simulated }) =>
        createEntry(context, kind, body, { version: null, allowOrphaned: false, simulated }),
    }),
    operation({
      ...change,
      name: `ajustes.${many}.cambiar`,
      summary: `Change a ${title}`,
      description:
        'Absent fields stay unchanged, and null removes a value. `activo: true` makes an inactive one active again, with what it had.',
      rest: { method: 'PUT', path: `${path}:id/` },
      graphql: { field: `actualizar_${word}`, input: `${type}Cambio` },
      access,
      audit: 'settings.update',
      ids,
      body: { schema: ChangeWire, parse: parseChange },
      result: one(ChangedWire),
      errors: {
        ...ofPayments,
        ...unknown,
        VALIDATION_ERROR: 'among others: a reference to what is inactive',
        ...editErrors,
        SETTING_IN_USE: 'another active entry does not bear the change',
        ...changeErrors,
      },
      run: (context, { ids, body: { options, ...entry }, simulated }) =>
        updateEntry(context, kind, ids.id, entry, { ...options, simulated }),
    }),
    operation({
      ...change,
      name: `ajustes.${many}.desactivar`,
      summary: `Deactivate a ${title}`,
      description:
        'It disappears for customers, and bookings keep it. It can be made active again.',
      rest: { method: 'DELETE', path: `${path}:id/` },
      graphql: { field: `desactivar_${word}` },
      access,
      audit: 'settings.deactivate',
      ids,
      query: { params: controlFields, parse: parseEditParams },
      result: one(ChangedWire),
      errors: {
        ...unknown,
        ...editErrors,
        SETTING_IN_USE: 'another active entry needs it',
      },
      run: (context, { ids, query, simulated }) =>
        deactivateEntry(context, kind, ids.id, { ...query, simulated }),
    }),
  ]
}
