/** By operation id. */
export type Examples = Record<string, OperationExample>

/** A request to an operation and what it was answered, as recorded. */
export interface OperationExample {
  request: ExampleRequest
  /** The successful response, then the error that clients should expect. */
  responses: ExampleResponse[]
}

export interface ExampleRequest {
  /** Who sent it: decides on the credentials of the code samples. */
  as: 'anyone' | 'guest' | 'customer' | 'owner' | 'staff' | 'processor'
  path?: Record<string, string | number>
  query?: Record<string, string | number>
  header?: Record<string, string | number>
  body?: object
}

/** What the examples are filled in with where a demo runs, so that each can be sent as it stands. */
export interface DemoExamples {
  publishableKey: string
  secretKey: string
  /** Of a customer of the salon with these keys. */
  accessToken: string
  /** Of a session of an owner of the salon. */
  sessionToken: string
  /** By operation id: what differs from the recorded request. */
  requests: Record<string, DemoRequest>
  /** For the queries of docs/graphql.md, by the name of the query. */
  queries: Record<string, { as: 'guest' | 'customer' | 'owner'; variables: object }>
}

/** Makes what the examples need; null: it could not, and says why in the log. */
export type FindDemoExamples = () => Promise<DemoExamples | null>

export interface DemoRequest extends Partial<Omit<ExampleRequest, 'as'>> {
  /** For an operation that succeeds at another salon only. */
  secretKey?: string
}

export interface ExampleResponse {
  status: number
  summary: string
  value: { error?: { code: string } }
}
