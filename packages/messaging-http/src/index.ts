export { checkShape } from './check-shape.ts'
export { type ErrorResponse, toSenderError } from './error-response.ts'
export { headerOf } from './header.ts'
export { type ProviderRequest, type ProviderResponse, requestProvider } from './request-provider.ts'
