export { openAgendaStreams } from './agenda-streams/agenda-streams.ts'
export { type ApiParts, buildApi } from './app.ts'
export { type ApiSettings, type OperationSettings, readOperations, readSettings } from './config.ts'
export { schemaText } from './graphql/schema.ts'
export type { LogTarget } from './http/log.ts'
export type { StreamEnd } from './metrics.ts'
export { accessRule, refusalOfCall } from './operations/access.ts'
export { ownErrors } from './operations/error-codes.ts'
export type { Operation } from './operations/operation.ts'
export { operations } from './operations/operation-list.ts'
export type {
  DemoExamples,
  ExampleRequest,
  Examples,
  FindDemoExamples,
  OperationExample,
} from './reference/examples.ts'
export { type RunningApi, startApi } from './start.ts'
