import { createRequire } from 'node:module'
import type { Static } from 'typebox'
import { modes } from '../../business/business-summary.ts'
import {
  catalogSchemas,
  demoSchema,
  limitsSchema,
  professionalSchema,
  scheduleSchemas,
  settingsSchema,
} from './schema-sections.ts'
import { slugPattern, strict, type TypeBuilder, valueSchemas } from './schema-values.ts'

/** The schema of a salon file. The published schema for editors is derived from it. */
export function salonFileSchema(): SalonFileSchema {
  schema ??= buildSchema(typebox())
  return schema
}

/** Every key that occurs anywhere in the format. */
export function knownKeys(): ReadonlySet<string> {
  keys ??= new Set(keysOf(salonFileSchema()))
  return keys
}

type SalonFileSchema = ReturnType<typeof buildSchema>
export type SalonFileDocument = Static<SalonFileSchema>

let schema: SalonFileSchema | undefined
let keys: Set<string> | undefined

/** Loaded on first use: it takes 100 ms, and the API and most commands parse no salon file. */
const typebox = (): TypeBuilder => createRequire(import.meta.url)('typebox').default

function buildSchema(Type: TypeBuilder) {
  const values = valueSchemas(Type)
  const { line, prose, color, image, oneOf, byHandle, week } = values
  const { openingDay, closing } = scheduleSchemas(Type, values)
  const { category, resource, service, product, pointsPackage } = catalogSchemas(Type, values)
  return Type.Object(
    {
      salon: Type.String({
        title: 'a slug of lower-case letters, digits and hyphens',
        pattern: slugPattern,
      }),
      mode: oneOf(modes),
      name: line(),
      description: Type.Optional(prose(2000)),
      contact: Type.Optional(
        Type.Object(
          {
            email: Type.Optional(line('an email address', 254)),
            phone: Type.Optional(line('a phone number', 40)),
          },
          strict,
        ),
      ),
      address: Type.Object(
        {
          street: Type.Optional(line('text', 200)),
          city: Type.Optional(line()),
          postal_code: Type.Optional(line('text', 20)),
          country: Type.String({
            title: 'a country code of two capital letters such as ES',
            pattern: '^[A-Z]{2}$',
          }),
        },
        strict,
      ),
      coordinates: Type.Optional(
        Type.Object(
          {
            latitude: Type.Number({ title: 'a number from -90 to 90', minimum: -90, maximum: 90 }),
            longitude: Type.Number({
              title: 'a number from -180 to 180',
              minimum: -180,
              maximum: 180,
            }),
          },
          strict,
        ),
      ),
      branding: Type.Optional(
        Type.Object({ color: Type.Optional(color()), logo: Type.Optional(image()) }, strict),
      ),
      images: Type.Optional(Type.Object({ cover: Type.Optional(image()) }, strict)),
      social: Type.Optional(
        Type.Object(
          {
            instagram: Type.Optional(line('an account name')),
            facebook: Type.Optional(line('an account name')),
            website: Type.Optional(
              Type.String({ title: 'a URL', pattern: '^https?://\\S+$', maxLength: 2000 }),
            ),
          },
          strict,
        ),
      ),
      settings: settingsSchema(Type, values),
      limits: Type.Optional(limitsSchema(Type, values)),
      hours: week(openingDay),
      closings: Type.Optional(Type.Array(closing, { title: 'a list of closings', maxItems: 1000 })),
      categories: Type.Optional(byHandle(category)),
      resources: Type.Optional(byHandle(resource)),
      services: Type.Optional(byHandle(service)),
      professionals: Type.Optional(byHandle(professionalSchema(Type, values))),
      products: Type.Optional(byHandle(product)),
      points_packages: Type.Optional(byHandle(pointsPackage)),
      keys: Type.Optional(
        Type.Object(
          { publishable: line('a publishable key'), secret: line('a secret key') },
          { ...strict, description: 'Only in a demo salon.' },
        ),
      ),
      demo: Type.Optional(demoSchema(Type, values)),
    },
    { title: 'a salon file with salon, mode, name, address, settings and hours', ...strict },
  )
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...properties, ...Object.values(schema).flatMap(keysOf)]
}
