import { fileURLToPath } from 'node:url'
import {
  API,
  type Checker,
  type Project,
  SignatureKind,
  type Type,
  type TypeReference,
} from 'typescript/unstable/sync'
import { type Schema, TypeSchemas } from '../../support/type-schema.ts'

/** The schemas of the output of each command, by its words, and of errors. */
export interface ResultSchemas {
  results: Map<string, Schema>
  error: Schema
  /** The named types that they reference. */
  definitions: Record<string, Schema>
}

/**
 * Reads the return type of `run` of each command from the TypeScript compiler. Its API is unstable:
 * package.json pins the exact version, and another one may need changes here.
 */
export function resultSchemas(commands: readonly string[]): ResultSchemas {
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${folder}tsconfig.json`] }).getProjects()
    return schemasIn(project ?? fail('the project'), commands)
  } finally {
    api.close()
  }
}

const folder = fileURLToPath(new URL('./', import.meta.url))
const source = fileURLToPath(new URL('../../../cli/src/', import.meta.url))

function schemasIn(project: Project, commands: readonly string[]): ResultSchemas {
  const schemas = new TypeSchemas(project.checker)
  const results = commands.map((words): [string, Schema] => {
    const command = declared(project, `commands/${words.replaceAll(' ', '/')}.ts`, 'default')
    return [words, schemas.of(resultOf(project.checker, command, words), words)]
  })
  const error = schemas.of(declared(project, 'errors/error-report.ts', 'ErrorOutput'), 'error')
  return { results: new Map(results), error, definitions: schemas.definitions }
}

/** The instance type of an exported class, or an exported type. */
function declared({ program, checker }: Project, file: string, name: string): Type {
  const module = checker.getSymbolAtLocation(
    program.getSourceFile(`${source}${file}`) ?? fail(file),
  )
  const found =
    checker.getMemberInModuleExports(module ?? fail(file), name) ?? fail(`${name} of ${file}`)
  return checker.getDeclaredTypeOfSymbol(found)
}

/** The type that `run` resolves to. */
function resultOf(checker: Checker, command: Type, words: string): Type {
  const run = checker.getTypeOfSymbol(
    checker.getPropertyOfType(command, 'run') ?? fail(`run of ${words}`),
  )
  const [signature] = checker.getSignaturesOfType(
    run ?? fail(`run of ${words}`),
    SignatureKind.Call,
  )
  const promise = checker.getReturnTypeOfSignature(signature ?? fail(`run of ${words}`))
  return (
    checker.getTypeArguments(promise as TypeReference)[0] ??
    fail(`what run of ${words} resolves to`)
  )
}

function fail(what: string): never {
  throw new Error(`the compiler does not find ${what}`)
}
