export {
  type PlatformKeys,
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKey,
} from './config.ts'
export { openProcessors } from './open-processors.ts'
export { readProcessorEvent } from './read-event.ts'
