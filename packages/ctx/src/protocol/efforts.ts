/** How much a model may be asked to think. */
export const efforts = ['low', 'medium', 'high'] as const;

export type Effort = (typeof efforts)[number];
