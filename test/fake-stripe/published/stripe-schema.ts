import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import {
  API,
  type Checker,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync'
import { TypeSchemas } from '../../support/type-schema.ts'

export const stripeSchemaFile = new URL(
  '../../../packages/fake-stripe/stripe-schema.json',
  import.meta.url,
)

/**
 * What the fake Stripe validates requests with, from the types of Stripe's library: the parameters
 * of each endpoint, and the fields of each object that a request may expand. One line for each.
 */
export function stripeSchemaText(): string {
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${folder}tsconfig.json`] }).getProjects()
    return textOf(project ?? fail('the project'))
  } finally {
    api.close()
  }
}

const folder = fileURLToPath(new URL('../../../packages/fake-stripe/', import.meta.url))

function textOf(project: Project): string {
  const { checker } = project
  const schemas = new TypeSchemas(checker, { forValidation: true })
  const operations = operationsOf(project)
  const params = operations.map(({ name, type }): [string, unknown] => [
    name,
    schemas.of(fieldOf(checker, type, 'params'), name),
  ])
  const responses = operations.map(({ name, type }) => ({
    name,
    ...responseOf(checker, fieldOf(checker, type, 'response')),
  }))
  const objects = new Map(responses.map(({ object, type }) => [object, type]))
  const expandable = [...objects].map(([object, type]): [string, unknown] => [
    object,
    targetsByField(expandableFields(checker, type, '')),
  ])
  return `{
"apiVersion": ${JSON.stringify(Stripe.API_VERSION)},
"params": {\n${linesOf(params)}\n},
"responses": {\n${linesOf(responses.map(({ name, object, isList }) => [name, { object, isList }]))}\n},
"expandable": {\n${linesOf(expandable)}\n}
}
`
}

const linesOf = (entries: [string, unknown][]) =>
  entries.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',\n')

function operationsOf({ program, checker }: Project): { name: string; type: Type }[] {
  const file = `${folder}src/http/operations.ts`
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) ?? fail(file))
  const found = checker.getMemberInModuleExports(module ?? fail(file), 'Operations') ?? fail(file)
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(found))
    .map((symbol) => ({ name: symbol.name, type: checker.getTypeOfSymbol(symbol) ?? fail(file) }))
}

const fieldOf = (checker: Checker, type: Type, name: string): Type =>
  checker.getTypeOfSymbol(checker.getPropertyOfType(type, name) ?? fail(name)) ?? fail(name)

/** The object of a response, or the objects in its list. */
function responseOf(checker: Checker, response: Type) {
  const data = checker.getPropertyOfType(response, 'data')
  const list = data && checker.getTypeOfSymbol(data)
  const isList = list !== undefined && checker.isArrayType(list)
  const type = isList ? (checker.getTypeArguments(list as TypeReference)[0] ?? response) : response
  return { type, isList, object: objectNameOf(checker, type) ?? 'none' }
}

/** `payment_intent`: the value of the field `object`; null for a type without it. */
function objectNameOf(checker: Checker, type: Type): string | null {
  if (!type.isObjectType()) return null
  const symbol = checker.getPropertyOfType(type, 'object')
  const name = symbol && checker.getTypeOfSymbol(symbol)
  return name?.isStringLiteralType() ? name.value : null
}

/** The paths that a request may expand, each with the object it leads to. */
function expandableFields(checker: Checker, type: Type, path: string): [string, string][] {
  return checker.getPropertiesOfType(type).flatMap((symbol): [string, string][] => {
    if (!(symbol.flags & SymbolFlags.Property)) return []
    const name = `${path}${symbol.name}`
    const field = checker.getTypeOfSymbol(symbol) ?? fail(name)
    const members = field.isUnionType() ? field.getTypes() : [field]
    const objects = members.filter((member) => member.isObjectType())
    const isExpandable = members.some(({ flags }) => flags & TypeFlags.String)
    return objects.flatMap((member): [string, string][] => {
      const object = objectNameOf(checker, member)
      if (object !== null) return isExpandable ? [[name, object]] : []
      const isPlain =
        !checker.isArrayType(member) && checker.getIndexInfosOfType(member).length === 0
      return isPlain ? expandableFields(checker, member, `${name}.`) : []
    })
  })
}

/** Some fields lead to objects of several types: the source of a balance transaction. */
const targetsByField = (fields: [string, string][]) =>
  Object.fromEntries(
    fields.map(([name]) => [
      name,
      [...new Set(fields.filter(([other]) => other === name).map(([, target]) => target))],
    ]),
  )

const fail = (what: string): never => {
  throw new Error(`the types of Stripe's library do not have ${what}`)
}
