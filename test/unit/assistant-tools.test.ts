import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextSteps } from '../../services/api/src/assistants/next-steps.ts'
import { tools } from '../../services/api/src/assistants/tools.ts'
import { ownErrors } from '../../services/api/src/operations/error-codes.ts'

test('every error of a tool says what to do next', () => {
  const missing = tools.flatMap(({ name, operation }) =>
    ownErrors(operation)
      .filter(([code]) => nextSteps[code] === undefined)
      .map(([code]) => `${name}: ${code}`),
  )
  assert.deepEqual(missing, [], 'Add it to services/api/src/assistants/next-steps.ts')
  const tips = Object.values(nextSteps).join(' ')
  const names = new Set(tools.map(({ name }) => name))
  for (const [, name = ''] of tips.matchAll(/(?:[Cc]all|from) `(\w+)`/g))
    assert.ok(names.has(name), `there is no tool ${name}`)
})

test('every tool and each of its arguments is described, and nothing is referred to', () => {
  for (const { name, title, description, inputSchema } of tools) {
    assert.match(name, /^[a-z_]{1,64}$/)
    assert.ok(title.length > 5 && description.length > 60, name)
    assert.deepEqual(
      Object.entries(inputSchema.properties)
        .filter(([, schema]) => !((schema as { description?: string }).description ?? ''))
        .map(([argument]) => `${name}.${argument}`),
      [],
    )
    for (const argument of inputSchema.required) assert.ok(argument in inputSchema.properties)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"\$ref"/)
  }
})

test('an argument is described by what its tool has, and by nothing else of the API', () => {
  const names = new Set(tools.map(({ name }) => name))
  for (const { name, inputSchema, operation } of tools)
    for (const [argument, { description }] of descriptionsOf(inputSchema.properties)) {
      const where = `${name}.${argument}: ${description}`
      assert.doesNotMatch(description, /secret key|customer token|token of its customer/, where)
      for (const [, word = ''] of description.matchAll(/`([a-z_]+)`/g)) {
        const isKnown = word in inputSchema.properties || names.has(word) || word === 'version'
        assert.ok(isKnown, `${where}\nsay it in \`words\` of ${operation.name}`)
      }
    }
})

test('no tool has an argument of the business or of a customer who is signed in', () => {
  for (const { name, inputSchema } of tools)
    for (const argument of [
      ...['por_negocio', 'cliente_id', 'repetir', 'usar_puntos', 'serie', 'avisar', 'nota_interna'],
    ])
      assert.ok(!(argument in inputSchema.properties), `${name}.${argument}`)
})

test('a tool that changes something is held, previewed or has a key', () => {
  const changes = tools.filter(
    ({ operation, isPreview }) => operation.rest.method !== 'GET' && !isPreview,
  )
  for (const { name, operation, inputSchema, annotations } of changes) {
    const { safety } = operation.tool ?? {}
    assert.ok(safety !== undefined, name)
    assert.equal(annotations.readOnlyHint, false)
    const proof = { key: ['clave'], previewed: ['confirmacion'], repeatable: [] }
    const needed = typeof safety === 'string' ? proof[safety] : safety.heldBy
    for (const argument of needed) assert.ok(inputSchema.required.includes(argument), name)
  }
  const previews = tools.filter(({ isPreview }) => isPreview)
  assert.deepEqual(
    previews.map(({ name }) => name.replace('simular_', '')),
    changes
      .filter(({ operation }) => operation.tool?.safety === 'previewed')
      .map(({ name }) => name),
  )
})

/** Of arguments, and of the fields in them. */
const descriptionsOf = (properties: object): [string, { description: string }][] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const { description = '', items = {}, properties: inner = {} } = schema
    return [[name, { description }], ...descriptionsOf({ ...inner, ...items.properties })]
  })
