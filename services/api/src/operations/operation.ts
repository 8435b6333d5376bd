import type { Catalog, RequestContext } from '@silla/core'
import type { Code } from '@silla/errors'
import type { Language } from '@silla/locale'
import type { Principal } from '@silla/tenants'
import type { Locale, Page, Params } from '@silla/wire'
import type { Static, TObject, TSchema } from 'typebox'
import type { AuditedAction } from '../auth/audit.ts'
import type { LimitedKind, RequestWork } from '../limits/request-buckets.ts'
import type { requestWeights } from '../limits/request-slots.ts'
import type { Access } from './access.ts'
import type { OperationOptions } from './operation-options.ts'
import type { ResultParts } from './results.ts'
import type { ToolParts } from './tool.ts'

/**
 * Defines an operation of the API once. REST, GraphQL, the OpenAPI document, the tables of error
 * codes in docs/api.md, query costs, rate limits and the audit log read the list of them
 * (`operation-list.ts`).
 *
 * A request is handled in this order: `access`, the schema of the body, `ids`, the page, `query`,
 * `body`, `run`, `respond`.
 */
export function operation<
  Result,
  Data,
  PageInput extends Page | null | undefined,
  Body = undefined,
  Query = undefined,
  Schema extends TSchema = never,
  const Id extends string = never,
  Proof extends ProofParts | undefined = undefined,
>(
  definition: Definition<Result, Data, PageInput, Body, Query, Schema, Id, Proof>,
  // what the parts have in common, for code that runs any operation
): Operation {
  return definition as unknown as Operation
}

/** An operation whose types are known to its definition only. */
export type Operation = Definition<
  unknown,
  unknown,
  Page | null | undefined,
  unknown,
  unknown,
  TSchema,
  string,
  ProofParts | undefined
>

export type Definition<
  Result,
  Data,
  PageInput extends Page | null | undefined,
  Body,
  Query,
  Schema extends TSchema,
  Id extends string,
  Proof extends ProofParts | undefined,
> = Effect & {
  /** Feature and verb: `bloqueos.crear`. */
  name: string
  /** Its group in the OpenAPI document (reference/tags.ts). */
  tag: string
  /** A sentence in the imperative, without a period. */
  summary: string
  /** What else a caller has to know; neither who may call nor errors, which are added. */
  description: string
  /** The root field; null when a field of another type returns the same. */
  graphql: GraphqlField | null
  access: Access
  /** The ids in the path. */
  ids?: Record<Id, IdParts>
  /** A header, or an argument of the field, that proves access. */
  proof?: Proof
  query?: QueryParts<Query>
  body?: BodyParts<Schema, Body>
  /**
   * How long a body of REST may be, in bytes, where it holds a file; more is FILE_TOO_LARGE. GraphQL has
   * one limit for all fields.
   */
  maxBodyBytes?: number
  result: ResultParts<Data, PageInput>
  /** Why it fails, by code, in the order of the checks; without what `commonCodes` returns. */
  errors: Readonly<Partial<Record<Code, string>>>
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean
  /**
   * Can be tried with `X-Simular`, in GraphQL `simular` (D44): `run` undoes everything then, and no
   * `Idempotency-Key` is used.
   */
  simulated?: boolean
  /** The kind of its requests that has a rate limit of its own. */
  limit?: LimitedKind
  /** How it is a tool of assistants (D79), under the name of its field; absent: it is none. */
  tool?: ToolParts<OperationContext, OperationInput<Body, Query, Id, Proof, PageInput>>
  /**
   * How much work it is, which may depend on the parameters of REST: default `single`, `none` with
   * `cached`. `none`: the database has none, or something else waits. Not together with `retained`, whose
   * requests share reads that are as much as a list.
   */
  weight?: Weight | ((params: Params) => Weight)
  /** The response follows from the catalogue: it is kept, and has an ETag in REST. */
  cached?: CachedParts<Query>
  /**
   * The response of REST is kept in this process, and sent again while a read says that nothing of it has
   * changed. It has an ETag. Not together with `cached`.
   */
  retained?: RetainedParts<Result, OperationInput<Body, Query, Id, Proof, PageInput>>
  /** The use case; absent: the response follows from the catalogue and the input. */
  run?(
    context: OperationContext,
    input: OperationInput<Body, Query, Id, Proof, PageInput>,
  ): Promise<Result>
  /** @param result what `run` has returned; undefined without it, and with `cached` */
  respond(
    result: Result,
    context: OperationContext,
    input: OperationInput<Body, Query, Id, Proof, PageInput>,
  ): Data | Promise<Data>
  /**
   * Writes the response of REST faster than the serializer: as text, envelope included.
   *
   * @param language of messages
   */
  text?(result: Result, language: Language, page: PageInput): string
  /** The response as a file for spreadsheets, which REST sends with `formato=csv`. */
  csv?(result: Result, context: OperationContext): CsvFile
  /**
   * Whether a request with these parameters is handled without the router, when it is an ordinary one
   * (fast-operations/). It needs `text`, and has the weight `single`.
   */
  isFast?(query: Query): boolean
}

export interface CsvFile {
  name: string
  /** A long one is written part by part, while it is sent. */
  text: string | AsyncIterable<string>
}

type Weight = keyof typeof requestWeights

/**
 * What changes something is named in the audit log, and so is what reads health data; null: it is the
 * customer who does.
 */
type Effect =
  | { rest: RestParts<'GET', 200>; audit?: AuditedAction }
  | { rest: RestParts<'POST' | 'PUT' | 'DELETE', 200 | 201>; audit: AuditedAction | null }

interface RestParts<Method, Status> {
  method: Method
  path: string
  /** The path as a pattern of the router, where more would match the path. */
  pattern?: string
  /** Default 200. */
  status?: Status
}

/** GET is a query, any other method a mutation. */
export interface GraphqlField {
  field: string
  /** The name of the body as an input type; absent: its fields are arguments. */
  input?: string
  /** The argument may be absent, as the body of REST. */
  isInputOptional?: true
  /** Parameters that are a list in GraphQL and a text in REST. */
  arguments?: Readonly<Record<string, { type: string; description: string }>>
}

/** An id in a path, and the code for anything that cannot be one (D3). */
export interface IdParts {
  description: string
  notFound: Code
}

export interface ProofParts {
  /** The header of REST, in lower case, and the schema of all headers with it. */
  header: string
  schema: TObject
  /** The argument of GraphQL. */
  argument: string
  description: string
}

/** A response that is read again only when it has changed (rest/retained-responses.ts). */
export interface RetainedParts<Result, Input> {
  /**
   * What the response depends on besides the catalogue, the languages and its state: the input, and what
   * the caller may see. Throws when they may see nothing.
   */
  key(context: OperationContext, input: Input): readonly unknown[]
  /**
   * Reads it unless its state is the known one, which was returned for the same key. A response with the
   * same state is the same but for the position.
   */
  read(
    context: OperationContext,
    input: Input,
    knownState: string | null,
  ): Promise<RetainedReading<Result>>
}

export interface RetainedReading<Result> {
  state: string
  /** The value of `posicion`, the first field of the data, which is the present one in each response. */
  position: number
  /** null: the known one */
  result: Result | null
}

export interface QueryParts<Query> {
  /** Parameters of the path that are no ids. */
  path?: Record<string, TSchema>
  params: Record<string, TSchema>
  parse(params: Params, context: OperationContext): Query
}

/**
 * What a response depends on besides the catalogue, the languages, and the ids, page and query of the
 * request.
 */
export interface CachedParts<Query> {
  /** The business itself gets more than everybody else (D34). */
  perAudience?: true
  /** The day at the salon. */
  perDay?: true
  /** Whether it follows from the catalogue with these parameters; default: always. */
  when?(query: Query, context: OperationContext): boolean
  /** The parameters without which it always does, for query costs; default: none with `when`. */
  exceptWith?: readonly string[]
}

export interface BodyParts<Schema extends TSchema, Body> {
  schema: Schema
  parse(body: Static<Schema>, context: OperationContext): Body
}

/** What a request has sent, parsed. */
export interface OperationInput<Body, Query, Id extends string, Proof, PageInput> {
  ids: Record<Id, number>
  /** The page of a list, null for all of it; undefined for everything else. */
  page: PageInput
  query: Query
  body: Body
  /** Whether it is only tried. */
  simulated: boolean
  /** Null when it was not sent. */
  proof: Proof extends ProofParts ? string | null : undefined
}

/** What `run` and `respond` receive; use cases take it as their request context. */
export interface OperationContext extends RequestContext {
  principal: Principal
  /** The salon's catalogue as the request found it. */
  catalog: Catalog
  locale: Locale
  options: OperationOptions
  /** The visitor's address, as rate limits count it (D27); null when unknown or not counted. */
  clientAddress(): string | null
  /** Counts an attempt for an account (D27); RATE_LIMIT_EXCEEDED. */
  limitAccount(kind: LimitedKind, account: string): void | Promise<void>
  /**
   * Takes what a request of REST costs beyond one token from the rate limits: RATE_LIMIT_EXCEEDED. In
   * GraphQL a field has its cost before it is called.
   */
  limitWork(work: RequestWork): void | Promise<void>
}
