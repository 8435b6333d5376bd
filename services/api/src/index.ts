export { type ApiParts, buildApi } from './app.ts'
export { type ApiSettings, type OperationSettings, readOperations, readSettings } from './config.ts'
export type { LogTarget } from './plugins/log.ts'
export { type RunningApi, startApi } from './start.ts'
