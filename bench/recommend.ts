// How good the recommendations are, next to two baselines on the same labelled set.

import { recommendBench } from './recommend/run.js';
import type { Suite } from './run.js';

const suite: Suite = {
  title: 'Recommendations: precision, recall and false findings on bench/recommend',
  async run() {
    await recommendBench();
    return [];
  },
};

export default suite;
