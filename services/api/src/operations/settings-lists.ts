import {
  createEntry,
  deactivateEntry,
  type EntryList,
  entryNotFound,
  findEntry,
  listEntries,
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
  serializeChangedSetting,
  serializeSetting,
} from '@silla/wire'
import { type Operation, operation } from './operation.ts'
import { nameOf, one, pageOf, pages } from './results.ts'
import { changeErrors, editErrors } from './settings-errors.ts'

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
  const tag = 'Settings'
  const type = nameOf(SettingWire)
  const path = `/ajustes/${many}/`
  const notFound = entryNotFound(kind)
  const unknown = { [notFound]: `no such ${title}` }
  const ids = { id: { description: `The ${title}`, notFound } }
  return [
    operation({
      name: `ajustes.${many}.listar`,
      tag,
      summary: `List settings: ${title}`,
      description:
        'Active ones in their order, or with `activo=false` the inactive ones, in pages.',
      rest: { method: 'GET', path },
      graphql: { field: `ajustes_${many}` },
      access,
      query: { params: activeParams, parse: parseActive },
      result: pages(SettingWire, { type: `Pagina${type}`, order: 'In display order' }),
      errors: {},
      weight: 'list',
      run: (context, { query }) => listEntries(context, kind, query),
      respond: (entries, _context, { page }) => {
        const { offset, limit } = offsetAndLimit(page)
        const items = entries.slice(offset, offset + limit).map(serializeSetting)
        return pageOf(items, entries.length, page)
      },
    }),
    operation({
      name: `ajustes.${many}.ver`,
      tag,
      summary: `Get settings: ${title}`,
      description: 'As it is configured, with every language; also one that is inactive.',
      rest: { method: 'GET', path: `${path}:id/` },
      graphql: { field: `ajustes_${word}` },
      access,
      ids,
      result: one(SettingWire),
      errors: unknown,
      weight: 'list',
      run: (context, { ids }) => findEntry(context, kind, ids.id),
      respond: serializeSetting,
    }),
    operation({
      name: `ajustes.${many}.crear`,
      tag,
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
        VALIDATION_ERROR:
          'among others: an `identificador` that was used before, or a reference to what is inactive',
        ...changeErrors,
      },
      idempotent: true,
      simulated: true,
      weight: 'list',
      run: (context, { body, simulated }) =>
        createEntry(context, kind, body, { version: null, allowOrphaned: false, simulated }),
      respond: (changed, _context, input) => serializeChangedSetting(changed, input),
    }),
    operation({
      name: `ajustes.${many}.cambiar`,
      tag,
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
        ...unknown,
        VALIDATION_ERROR: 'among others: a reference to what is inactive',
        ...editErrors,
        SETTING_IN_USE: 'another active entry does not bear the change',
        ...changeErrors,
      },
      idempotent: true,
      simulated: true,
      weight: 'list',
      run: (context, { ids, body: { options, ...change }, simulated }) =>
        updateEntry(context, kind, ids.id, change, { ...options, simulated }),
      respond: (changed, _context, input) => serializeChangedSetting(changed, input),
    }),
    operation({
      name: `ajustes.${many}.desactivar`,
      tag,
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
      idempotent: true,
      simulated: true,
      weight: 'list',
      run: (context, { ids, query, simulated }) =>
        deactivateEntry(context, kind, ids.id, { ...query, simulated }),
      respond: (changed, _context, input) => serializeChangedSetting(changed, input),
    }),
  ]
}
