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
  as: 'anyone' | 'guest' | 'customer' | 'owner' | 'processor'
  path?: Record<string, string | number>
  query?: Record<string, string | number>
  header?: Record<string, string | number>
  body?: object
}

export interface ExampleResponse {
  status: number
  summary: string
  value: { error?: { code: string } }
}
