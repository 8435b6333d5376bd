import {
  categoryFields,
  type Field,
  type FieldType,
  packageFields,
  productFields,
  professionalFields,
  profileFields,
  resourceTypeFields,
  serviceFields,
  settingsFields,
} from '@silla/db'
import type { EntryList } from '../provisioning/current-state.ts'
import { entriesOf } from '../provisioning/fields.ts'
import { salonFileSchema } from '../provisioning/salon-file/schema.ts'
import type { SettingsRecord } from './setting.ts'

export type FieldedKind = EntryList | SettingsRecord['kind']

/** The fields of the settings that have some: those of the salon file. */
export const settingFields = {
  categories: categoryFields,
  resourceTypes: resourceTypeFields,
  services: serviceFields,
  professionals: professionalFields,
  products: productFields,
  pointsPackages: packageFields,
  profile: without(profileFields, ['brandColor', 'logoUrl', 'coverUrl']),
  brand: {
    brandColor: profileFields.brandColor,
    logoUrl: profileFields.logoUrl,
    coverUrl: profileFields.coverUrl,
  },
  rules: settingsFields,
} as const satisfies Record<FieldedKind, object>

/** The properties that the values of a setting have. */
export type SettingProperty<Kind extends FieldedKind> = string & keyof (typeof settingFields)[Kind]

/** What a request may send for a field. */
export interface SettingFieldRule {
  property: string
  type: FieldType
  /** A new entry needs it, and it cannot be removed. */
  isRequired: boolean
  /** What it has when it is removed; undefined: what follows from other fields. */
  default: unknown
  /** In a plan. */
  label: string
  /** The schema of the value in a salon file. */
  schema: JsonSchema
}

/** The parts of a JSON schema that the schemas of a salon file have. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: readonly string[]
  anyOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: readonly string[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** The fields of a kind of setting, in the order of their list. */
export function settingFieldRules(kind: FieldedKind): SettingFieldRule[] {
  return entriesOf(settingFields[kind]).map(([property, field]) => {
    const holder = holderOf(kind, field)
    const schema = holder.properties?.[field.key]
    if (schema === undefined) throw new Error(`the salon file has no key ${field.key}`)
    return {
      property,
      type: field.type,
      isRequired: holder.required?.includes(field.key) ?? false,
      default: field.default,
      label: field.label,
      schema,
    }
  })
}

/** The schema of the mapping of the salon file that has the key of a field. */
function holderOf(kind: FieldedKind, { section }: Field): JsonSchema {
  const file = salonFileSchema() as unknown as JsonSchema
  const sections = file.properties ?? {}
  if (kind === 'profile' || kind === 'brand')
    return section === undefined ? file : (sections[section] ?? {})
  if (kind === 'rules') return sections.settings ?? {}
  return Object.values(sections[sectionNames[kind]]?.patternProperties ?? {})[0] ?? {}
}

const sectionNames: Record<EntryList, string> = {
  categories: 'categories',
  resourceTypes: 'resources',
  services: 'services',
  professionals: 'professionals',
  products: 'products',
  pointsPackages: 'points_packages',
}

function without<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Omit<Fields, Name> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !names.includes(name as Name)),
  ) as Omit<Fields, Name>
}
