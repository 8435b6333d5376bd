import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { quickToCompile } from '../support/quick-to-compile.ts'
import { openApi31 } from './contract/openapi-3.1-schema.ts'
import { type OpenApi, type Operation, readOpenApi } from './contract/openapi-document.ts'

let document: OpenApi

before(async () => {
  document = await readOpenApi()
})

test('the document is valid OpenAPI 3.1', () => {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false })
  const validate = ajv.compile(openApi31)
  assert.ok(validate(document), ajv.errorsText(validate.errors, { separator: '\n' }))
})

test('every schema is valid JSON Schema 2020-12, and every reference resolves', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ...quickToCompile })
  ajv.addKeyword('x-customer-text')
  addFormats.default(ajv)
  ajv.addVocabulary(['openapi', 'info', 'paths', 'webhooks', 'components', 'servers', 'tags'])
  ajv.addSchema(document, 'document')
  // one schema for all of them: ajv would compile what many refer to once for each
  const named = Object.keys(document.components.schemas).map((name) => ({
    $ref: `document#/components/schemas/${name}`,
  }))
  ajv.compile({ anyOf: named })
  // the same schema is in many places: pages, errors, languages
  const places = Map.groupBy(inlineSchemas(), ([, schema]) => JSON.stringify(schema))
  for (const [text, [[where] = ['']]] of places) {
    const relocated = JSON.parse(text.replaceAll('"#/', '"document#/'))
    assert.doesNotThrow(() => ajv.compile(relocated), where)
  }
})

test('exactly the parameters in a path are described', () => {
  for (const { path, operation, name } of operations()) {
    const described =
      operation.parameters?.filter((one) => one.in === 'path').map((one) => one.name) ?? []
    assert.deepEqual(
      described.sort(),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one).sort(),
      name,
    )
  }
})

test('every operation, field and parameter has a description', () => {
  for (const { operation, name } of operations()) {
    const { summary, description } = operation as Operation & {
      summary?: string
      description?: string
    }
    assert.ok(summary && description, name)
    for (const one of (operation.parameters ?? []) as { name: string; description?: string }[]) {
      assert.ok(one.description, `${name}: ${one.name}`)
    }
  }
  for (const [schema, { properties = {} }] of Object.entries(document.components.schemas)) {
    for (const [field, property] of Object.entries(properties) as [
      string,
      { $ref?: string; description?: string },
    ][]) {
      const isPlain = !property.$ref && !('properties' in property) && schema !== 'Fallo'
      assert.ok(!isPlain || property.description, `${schema}.${field}`)
    }
  }
})

test('security requirements refer to defined schemes', () => {
  const known = Object.keys(document.components.securitySchemes)
  for (const { operation, name } of operations()) {
    for (const scheme of (operation.security ?? []).flatMap(Object.keys))
      assert.ok(known.includes(scheme), name)
  }
})

test('the document refers to nothing outside itself', () => {
  for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
    assert.match(reference ?? '', /^#\/components\/schemas\/\w+$/)
  }
})

function* operations() {
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!path.startsWith('/api/v1/')) continue
    for (const [method, operation] of Object.entries(methods))
      yield { path, operation, name: `${method} ${path}` }
  }
}

function* inlineSchemas(): Generator<[string, object]> {
  for (const { operation, name } of operations()) {
    for (const one of operation.parameters ?? [])
      if (one.schema) yield [`${name} ${one.name}`, one.schema]
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      yield [`${name} body`, schema]
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const { schema } of Object.values(content)) yield [`${name} ${status}`, schema]
    }
  }
}
