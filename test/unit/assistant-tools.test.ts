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
