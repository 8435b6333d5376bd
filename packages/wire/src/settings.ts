import type {
  ChangedSetting,
  EntryInput,
  EntryList,
  FieldedKind,
  Setting,
  SettingFieldRule,
  SettingsInput,
} from '@silla/core'
import { settingFieldRules } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type TSchema, Type } from 'typebox'
import { type Params, parseBoolean } from './params.ts'
import { closed, flag, identifier, nullable, optionalFlag, text, whole } from './schema.ts'
import { type SettingName, settingNames } from './settings-names.ts'
import { changedWire, controlFields, parseOptions, versionText } from './settings-parts.ts'
import { OrphanedBookingWire, SettingsPlanWire, serializePlan } from './settings-plan.ts'
import { scheduleSettings, serializeSchedule } from './settings-schedule.ts'
import { hasNull, problemsOf, TextsWire, valueTypes, wordType } from './settings-values.ts'

const handleRule = { pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$', maxLength: 60 }

/** A field of a setting, with its names on the wire. */
interface WireField {
  rule: SettingFieldRule
  name: string
  isReadOnly: boolean
  input: TSchema
  output: TSchema
  type: ReturnType<typeof wordType>
}

function fieldsOf(kind: FieldedKind): WireField[] {
  const names: Record<string, SettingName | undefined> = settingNames[kind]
  return settingFieldRules(kind).map((rule) => {
    const {
      name,
      description,
      words = {},
      isReadOnly = false,
    } = names[rule.property] ?? missingName(rule)
    const type = rule.type === 'choice' ? wordType(words) : valueTypes[rule.type]
    return {
      rule,
      name,
      isReadOnly,
      type,
      input: type.input(rule.schema, description),
      output: type.output(description),
    }
  })
}

function missingName({ property }: SettingFieldRule): never {
  throw new Error(`the setting ${property} has no name on the wire`)
}

/** Null removes the value of a field that may be absent. */
const removable = (schema: TSchema): TSchema => {
  const { enum: values } = schema as { enum?: readonly unknown[] }
  return Type.Optional(
    Type.Unsafe({ ...nullable(schema), ...(values && { enum: [...values, null] }) }),
  )
}

/** The schemas, the parsers and the serializer of one kind of setting. */
function fieldedSetting(kind: FieldedKind) {
  const fields = fieldsOf(kind)
  const writable = fields.filter(({ isReadOnly }) => !isReadOnly)
  const inputs = (isNew: boolean) =>
    Object.fromEntries(
      writable.map(({ name, rule, input }) => [
        name,
        rule.isRequired ? (isNew ? input : Type.Optional(input)) : removable(input),
      ]),
    )
  const names = Object.fromEntries(fields.map(({ rule, name }) => [rule.property, name]))
  return {
    inputs,
    outputs: Object.fromEntries(fields.map(({ name, output }) => [name, output])),
    parse(body: Record<string, unknown>): SettingsInput {
      const problems: FieldProblem[] = []
      const values = writable.flatMap(({ rule, name, type }) => {
        const value = body[name]
        if (value === undefined) return []
        if (value === null) return [[rule.property, removed(rule)]]
        return [[rule.property, type.parse(value, problemsOf(problems)(name))]]
      })
      if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
      return { values: Object.fromEntries(values), names }
    },
    serialize: (values: Record<string, unknown>) =>
      Object.fromEntries(
        fields.map(({ rule, name, type }) => {
          const value = values[rule.property]
          return [name, value === null ? null : type.serialize(value)]
        }),
      ),
  }
}

function removed({ type, default: standard }: SettingFieldRule): unknown {
  if (hasNull.has(type)) return null
  return type === 'phases' ? [] : standard
}

interface Titles {
  /** The component of the OpenAPI document. */
  id: string
  /** What it is, for descriptions. */
  what: string
  /** A new one. */
  example?: object
}

/** A setting and the result of a change of it. */
function resultOf(id: string, what: string, properties: Record<string, TSchema>) {
  const SettingWire = closed(
    { ...properties, version: versionText },
    { $id: id, description: what },
  )
  return { SettingWire, ChangedWire: changedWire(SettingWire, what) }
}

/** A list whose entries are created, changed and deactivated. */
function entrySetting(kind: EntryList, { id, what, example = {} }: Titles) {
  const fielded = fieldedSetting(kind)
  const order = Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Position in the list, from 1' }),
  )
  return {
    kind,
    ...resultOf(id, what, {
      id: nullable(identifier('Its id; null when creating it was only tried')),
      identificador: text('Handle in the salon file'),
      activo: flag('Whether it is in use'),
      orden: nullable(whole('Position in the list, from 1; null when it is inactive')),
      ...fielded.outputs,
    }),
    NewWire: closed(
      {
        ...fielded.inputs(true),
        identificador: Type.Optional(
          Type.String({
            ...handleRule,
            description: 'Handle in the salon file; made from the name when it is absent',
          }),
        ),
        orden: order,
      },
      { description: what, examples: [example] },
    ),
    ChangeWire: closed(
      {
        ...fielded.inputs(false),
        activo: optionalFlag('`true` makes an inactive one active again'),
        orden: order,
        ...controlFields,
      },
      { description: 'The changes; absent fields stay unchanged, and null removes a value' },
    ),
    parseNew: (body: Body): EntryInput & { handle: string | null } => ({
      ...fielded.parse(body),
      position: body.orden ?? null,
      handle: body.identificador ?? null,
    }),
    parseChange: (body: Body): EntryInput & { active: boolean | null; options: BodyOptions } => ({
      ...fielded.parse(body),
      position: body.orden ?? null,
      active: body.activo ?? null,
      options: parseOptions(body),
    }),
    serialize: fielded.serialize,
  }
}

/** What a salon has one of. */
function recordSetting(kind: 'profile' | 'rules' | 'brand', { id, what, example }: Titles) {
  const fielded = fieldedSetting(kind)
  return {
    kind,
    ...resultOf(id, what, fielded.outputs),
    ChangeWire: closed(
      { ...fielded.inputs(false), ...controlFields },
      {
        description: 'The changes; absent fields stay unchanged, and null removes a value',
        examples: [example],
      },
    ),
    parseChange: (body: Body): SettingsInput & { options: BodyOptions } => ({
      ...fielded.parse(body),
      // a change of one can be wrong because of another
      names: recordNames(),
      options: parseOptions(body),
    }),
    serialize: fielded.serialize,
  }
}

const recordNames = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      ...settingNames.profile,
      ...settingNames.rules,
      ...settingNames.brand,
    }).map(([property, { name }]) => [property, name]),
  )

/** Bodies are validated by their schemas, whose properties follow from the lists of fields. */
type Body = Record<string, unknown> & {
  orden?: number
  activo?: boolean
  identificador?: string
  version?: string
  permitir_huerfanas?: boolean
}

type BodyOptions = ReturnType<typeof parseOptions>

export const activeParams = {
  activo: Type.Optional(flag('`false`: those that are inactive; default `true`')),
}
export const parseActive = (params: Params) => ({ active: parseBoolean(params, 'activo') ?? true })

export const entrySettings = {
  categories: entrySetting('categories', {
    id: 'AjusteCategoria',
    what: 'A category of services or of products',
    example: { nombre: { es: 'Color', en: 'Colour' }, tipo: 'servicio' },
  }),
  resourceTypes: entrySetting('resourceTypes', {
    id: 'AjusteRecurso',
    what: 'What the salon has a number of, such as wash basins',
    example: { nombre: { es: 'Lavabo' }, cantidad: 2 },
  }),
  services: entrySetting('services', {
    id: 'AjusteServicio',
    what: 'A service',
    example: {
      nombre: { es: 'Corte y barba', en: 'Haircut and beard' },
      categoria_id: 1,
      duracion_minutos: 45,
      precio: 28.5,
    },
  }),
  professionals: entrySetting('professionals', {
    id: 'AjusteProfesional',
    what: 'A professional; what they offer and when are settings of their own',
    example: { nombre: 'Marta Ruiz', cargo: { es: 'Estilista' } },
  }),
  products: entrySetting('products', {
    id: 'AjusteProducto',
    what: 'A product',
    example: { nombre: { es: 'Champú' }, categoria_id: 2, precio: 14.9, stock: 24 },
  }),
  pointsPackages: entrySetting('pointsPackages', {
    id: 'AjustePaquete',
    what: 'A package of points',
    example: { nombre: { es: 'Cien puntos' }, puntos: 100, precio: 9 },
  }),
}

export const recordSettings = {
  profile: recordSetting('profile', {
    id: 'AjusteNegocio',
    what: 'Name, contact and address of the salon',
    example: { telefono: '+34 910 000 001', calle: 'Calle Mayor 1' },
  }),
  rules: recordSetting('rules', {
    id: 'AjusteReglas',
    what: 'The booking rules of the salon',
    example: { antelacion_maxima_dias: 60, tiempo_cancelacion_horas: 12 },
  }),
  brand: recordSetting('brand', {
    id: 'AjusteMarca',
    what: 'How the salon presents itself',
    example: { color: '#1f4e5f' },
  }),
}

const all = [entrySettings, recordSettings, scheduleSettings].flatMap((settings) =>
  Object.values<{ SettingWire: TSchema; ChangedWire: TSchema }>(settings),
)

export const settingComponents = [
  TextsWire,
  OrphanedBookingWire,
  SettingsPlanWire,
  ...all.flatMap(({ SettingWire, ChangedWire }) => [SettingWire, ChangedWire]),
]

/** A setting as its operation returns it. */
export function serializeSetting(setting: Setting): Record<string, unknown> {
  if ('handle' in setting)
    return {
      id: setting.id,
      identificador: setting.handle,
      activo: setting.active,
      orden: setting.position,
      ...entrySettings[setting.kind].serialize(setting.values),
      version: setting.version,
    }
  if ('values' in setting)
    return { ...recordSettings[setting.kind].serialize(setting.values), version: setting.version }
  return serializeSchedule(setting)
}

export const serializeChangedSetting = (
  { setting, ...plan }: ChangedSetting,
  { simulated }: { simulated: boolean },
) => ({ ajuste: serializeSetting(setting), plan: serializePlan(plan), simulado: simulated })
