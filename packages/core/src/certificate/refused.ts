/** Why a certificate proves nothing. */
export class Refused extends Error {}
