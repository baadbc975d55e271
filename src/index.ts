export { createCopydesk, type Copydesk, type CopydeskOptions } from './app.ts';
export { AppError, type ErrorCode, type Problem } from './errors.ts';
export { verifySignature, type Verdict, type Verification } from './webhooks/verify.ts';
