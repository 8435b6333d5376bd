import { seal, unseal } from '../../credentials/seal.ts'

/** An endpoint's secret as it is stored. @param key 32 bytes, from the settings */
export const sealWebhookSecret = (secret: string, key: Buffer, endpointRef: string): Buffer =>
  seal(secret, key, purpose(endpointRef))

/** @returns null when it was sealed with another key */
export const openWebhookSecret = (
  sealed: Buffer,
  key: Buffer,
  endpointRef: string,
): string | null => unseal(sealed, key, purpose(endpointRef))

const purpose = (endpointRef: string) => `webhook:${endpointRef}`
