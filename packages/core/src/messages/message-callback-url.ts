/** Where a provider reports the status of messages and the replies of customers. */
export const messageCallbackUrl = (publicUrl: string, provider: string): string =>
  `${publicUrl}/mensajes/${provider}/`
